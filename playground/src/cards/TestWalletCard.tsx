import { useSyncExternalStore } from 'react'
import { Card } from '../parts/Card.js'
import { shortAddress } from '../parts/format.js'
import { Segmented } from '../parts/Segmented.js'
import type { LocalChain } from '../testWallet/chains.js'
import type { TestWallet } from '../testWallet/testWallet.js'

type TestWalletCardProps = { readonly wallet: TestWallet; readonly chains: readonly LocalChain[] }

/** The wallet's own side: what a user does in an extension without the page asking. */
export function TestWalletCard({ wallet, chains }: TestWalletCardProps) {
  const memory = useSyncExternalStore(wallet.controls.subscribe, wallet.controls.read)
  return (
    <Card
      title="Test wallet"
      hint="Lives in this page, signs for real with a published key, and uses chains of this machine only. Change something here and watch the page follow."
    >
      <div className="controls">
        <Segmented
          label="Account of the Test wallet"
          options={wallet.controls.addresses.map(
            (address, index) => [String(index), `Account ${index + 1} · ${shortAddress(address)}`] as const,
          )}
          value={String(memory.account)}
          onChange={(index) => wallet.controls.chooseAccount(Number(index))}
        />
        <Segmented
          label="Network of the Test wallet"
          options={chains.map((chain) => [String(chain.id), chain.name] as const)}
          value={String(memory.chainId)}
          onChange={(id) => wallet.controls.chooseChain(Number(id))}
        />
      </div>
    </Card>
  )
}
