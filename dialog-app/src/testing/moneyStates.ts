import { bitcoin, type CaipNetworkId, solanaMainnet } from '@latchkey/protocol'
import type { Dialog } from '../lib/dialog.js'
import { arrivalsStore } from '../state/arrivals.js'
import { balanceStore } from '../state/balance.js'
import { identitiesStore } from '../state/identities.js'
import { networksStore } from '../state/networks.js'
import { initialPortfolio, type PortfolioState, portfolioStore, type Token } from '../state/portfolio.js'
import { sessionStore } from '../state/session.js'
import { uiStore } from '../state/ui.js'
import { address, connection, networks } from './fixtures.js'
import { connect, page, show } from './setStores.js'

/*
 * States of the views about money.
 */

const contract = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

/** A token of so many thousandths, each worth so many cents. */
function token(symbol: string, thousandths: bigint, cents: bigint | undefined, more: Partial<Token> = {}): Token {
  const networkId: CaipNetworkId = more.networkId ?? 'eip155:8453'
  return {
    id: `${networkId}:${symbol}`,
    networkId,
    contract,
    name: `${symbol} Token`,
    symbol,
    amount: thousandths * 10n ** 15n,
    decimals: 18,
    ...(cents !== undefined && { price: cents * 10_000n, value: (thousandths * cents * 10_000n) / 1_000n }),
    icon: '',
    listed: true,
    ...more,
  }
}

const { contract: _, ...eth } = token('ETH', 842n, 346_010n, { id: 'eip155:8453', name: 'Ether' })
const usdc = token('USDC', 240_000n, 100n)
const tokens: readonly Token[] = [eth, token('XAU', 184n, 332_777n, { networkId: 'eip155:1' }), token('LINK', 21_400n, 1_945n), usdc]
const copied = token('USDC', 1_000_000_000n, undefined, { id: 'copy', listed: false, name: 'USD Coin' })
const hostile = token('<b>USDC</b>', 5_000n, undefined, { id: 'hostile', listed: false, name: 'Visit free-coins.example to claim' })

const many: readonly Token[] = Array.from({ length: 500 }, (_unused, index) =>
  token(`T${index}`, BigInt(500_000 - index * 1_000), index % 3 ? 100n : undefined),
)

const account =
  (change: Partial<PortfolioState>, ...more: ((dialog: Dialog) => void)[]) =>
  (dialog: Dialog) => {
    page(dialog)
    connect(dialog)
    balanceStore(dialog).setState({ status: 'ready', value: 842_310_000_000_000_000n, decimals: 18, symbol: 'ETH', at: Date.now() })
    portfolioStore(dialog).setState({ ...initialPortfolio, status: 'ready', tokens, at: Date.now(), ...change }, true)
    for (const set of more) set(dialog)
    show(dialog, 'Account')
  }

/** Nothing is known of the tokens. */
const nothing = (status: PortfolioState['status']) => (dialog: Dialog) =>
  portfolioStore(dialog).setState({ ...initialPortfolio, status }, true)
const named = (dialog: Dialog) =>
  identitiesStore(dialog).setState({ [`eip155:8453:${address}`]: { name: 'mira.meadow.eth', avatar: null } })
const offline = (dialog: Dialog) => uiStore(dialog).setState({ online: false })

/** An account of a chain family that is only received on. */
export const bitcoins = (dialog: Dialog) => {
  balanceStore(dialog).setState({ status: 'ready', value: 12_345_678n, decimals: 8, symbol: 'BTC', at: Date.now() })
  networksStore(dialog).setState({ networks: [...networks, bitcoin] })
  sessionStore(dialog).setState({
    status: 'connected',
    activeNamespace: 'bip122',
    connections: {
      bip122: {
        ...connection(bitcoin.caipNetworkId),
        accounts: [
          { namespace: 'bip122', address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', type: 'payment' },
          { namespace: 'bip122', address: 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr', type: 'ordinal' },
        ],
      },
    },
  })
}

export { account as moneyAccount, eth, usdc }

const solana = (dialog: Dialog) => {
  networksStore(dialog).setState({ networks: [...networks, solanaMainnet] })
  sessionStore(dialog).setState({
    status: 'connected',
    activeNamespace: 'solana',
    connections: {
      solana: {
        ...connection(solanaMainnet.caipNetworkId),
        accounts: [{ namespace: 'solana', address: '7Gk4vJ5mWcF2e8sN1tZbXq3RhYpLd9uA6iTzKoBvpQ2s', type: 'eoa' }],
      },
    },
  })
}

/** How to withdraw from an exchange. */
const fund =
  (change: Partial<PortfolioState>, ...more: ((dialog: Dialog) => void)[]) =>
  (dialog: Dialog) => {
    account(change, ...more)(dialog)
    show(dialog, 'Account', 'WalletReceive', 'WalletFund')
  }

export const moneyStates: Readonly<Record<string, (dialog: Dialog) => void>> = {
  'tokens-ready': account({ tokens: [...tokens, copied, hostile] }, named),
  'tokens-loading': account({}, named, nothing('loading')),
  'tokens-empty': account({ tokens: [{ ...eth, amount: 0n, value: 0n }] }),
  'tokens-stale': account({ status: 'stale', at: Date.now() - 125_000 }, named),
  'tokens-failed': account({}, nothing('failed')),
  'tokens-offline': account({ status: 'stale', at: Date.now() - 125_000 }, offline),
  'tokens-chain-down': account({ missing: ['eip155:10'], behind: ['eip155:1'] }),
  'tokens-unpriced': account({ tokens: [token('MEADOW', 12_500n, undefined), token('PLAIN', 1n, undefined)] }),
  'tokens-small': account({ tokens: [...tokens, token('DUST', 300n, 100n)] }),
  'tokens-many': account({ tokens: many }),
  'tokens-rich': account({
    tokens: [
      token('ETH', 10n ** 60n, undefined),
      token('A-VERY-LONG-SYMBOL-OF-24', 123_456_789_012n, 100_000n),
      token('TINY', 1n, 1n, { amount: 1n, value: 1n }),
    ],
  }),
  'tokens-bitcoin': account({}, bitcoins, nothing('unavailable')),
  receive: (dialog) => {
    account({}, named)(dialog)
    show(dialog, 'Account', 'WalletReceive')
  },
  'receive-arrived': (dialog) => {
    account({}, named)(dialog)
    arrivalsStore(dialog).setState({
      arrived: [
        { token: usdc, amount: 25_500_000_000_000_000_000n },
        { token: eth, amount: 1n },
      ],
    })
    show(dialog, 'Account', 'WalletReceive')
  },
  'receive-solana': (dialog) => {
    account({}, solana)(dialog)
    show(dialog, 'Account', 'WalletReceive')
  },
  'receive-bitcoin': (dialog) => {
    account({}, bitcoins)(dialog)
    show(dialog, 'Account', 'WalletReceive')
  },
  fund: fund({ tokens: [] }),
  'fund-tokens': fund({}),
  'fund-solana': fund({}, solana),
  'fund-bitcoin': fund({}, bitcoins),
  'fund-testnet': fund({}, (dialog) => connect(dialog, connection('eip155:11155111'))),
}
