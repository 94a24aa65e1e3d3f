import type { Signed } from '../actions/requests.js'
import { Facts } from './Outcome.js'

/** A signature and the signer that it proves. */
export function SignedFacts({ signed }: { readonly signed: Signed }) {
  return (
    <>
      <p className={signed.matches ? 'passed' : 'failed'}>
        {signed.matches ? 'Verified: made by the connected account' : 'Made by another account'}
      </p>
      <Facts
        facts={[
          signed.signer
            ? ['Recovered signer', <code key="signer">{signed.signer}</code>]
            : ['Checked by', 'the account itself: it is a contract (ERC-1271)'],
          ['Signature', <code key="signature">{signed.signature}</code>],
        ]}
      />
    </>
  )
}
