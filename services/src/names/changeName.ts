import { defaultEvmCoinType } from '@latchkey/protocol'
import { type Address, type Hex, isAddress } from 'viem'
import { signerOf } from '../chainReads/verifySigner.js'
import type { Chain } from '../config/chains.js'
import type { AskChain } from '../gateway/askChain.js'
import { chainIdOf, chainOfCoin, coinTypeOf, etherCoin } from './coinTypes.js'
import { nameMistakes } from './nameRules.js'
import type { OwnedName, Refused } from './nameStore.js'
import type { Names } from './openNames.js'
import { messageSchemas, readMessage } from './signedMessage.js'

/** What a client sends, whatever it asks for. */
export type SignedRequest = {
  readonly coin_type: number
  readonly address: string
  readonly message: string
  readonly signature: string
}

/** Why nothing was changed, in the words of an answer. */
export type NameRefusal = { readonly status: 400 | 401 | 404; readonly field: string; readonly description: string }

const refusals: Readonly<Record<Refused, NameRefusal>> = {
  taken: { status: 400, field: 'name', description: 'Name is already registered' },
  used: { status: 400, field: 'message', description: 'Message is already used' },
  full: { status: 400, field: 'address', description: 'This address has as many names as it may have' },
  crowded: { status: 400, field: 'message.coin_type', description: 'This name has as many addresses as it may have' },
  unknown: { status: 401, field: 'address', description: 'Address is not the owner of the name' },
}

const refuse = (status: NameRefusal['status'], field: string, description: string) => ({ refused: { status, field, description } })
type Outcome = { readonly name: OwnedName } | { readonly refused: NameRefusal }

const outcomeOf = (result: OwnedName | Refused): Outcome => (typeof result === 'string' ? { refused: refusals[result] } : { name: result })

type Dependencies = { readonly names: Names; readonly chains: readonly Chain[]; readonly ask: AskChain; readonly now?: () => number }

/** What owners of names may do. Everything rejects with a NodeError when a contract has to be asked and its chain does not answer. */
export function createNameChanges({ names, chains, ask, now = Date.now }: Dependencies) {
  /** Who asks, proven by the signature. */
  const prove = async ({ address, message, signature }: SignedRequest, coinType: number) => {
    const chain = chainOfCoin(chains, coinType)
    if (!chain) return refuse(400, 'coin_type', 'Unsupported coin type')
    // Mixed case is a checksum (EIP-55): a wrong one is a mistyped address.
    if (!isAddress(address)) return refuse(400, 'address', 'Invalid address')
    const signer = await signerOf(ask, chain, { address, message, signature: signature as Hex })
    return signer ? { signer, owner: address.toLowerCase() } : refuse(401, 'signature', 'Invalid signature')
  }
  const findOwned = async (given: string) => {
    const read = names.read(given)
    const found = 'mistake' in read ? undefined : await names.store.get(read.name)
    return found ?? refuse(404, 'name', 'Name is not registered')
  }

  return {
    register: async (request: SignedRequest): Promise<Outcome> => {
      const signed = readMessage(messageSchemas.registration, request.message, now())
      if ('mistake' in signed) return refuse(400, signed.field, signed.mistake)
      const { name: given, attributes } = signed.message
      const read = names.read(given)
      if ('mistake' in read) return refuse(400, 'name', nameMistakes[read.mistake])
      const proof = await prove(request, request.coin_type)
      if ('refused' in proof) return proof
      const { owner } = proof
      const coinType = coinTypeOf(request.coin_type)
      // A key owns its address on every chain. A contract on one chain says nothing of the same address on another.
      const addresses = { [coinType]: owner, ...(proof.signer === 'key' ? { [etherCoin]: owner, [defaultEvmCoinType]: owner } : {}) }
      return outcomeOf(
        await names.store.register({
          name: read.name,
          skeleton: read.skeleton,
          owner,
          coinType,
          attributes: attributes as Record<string, string>,
          addresses,
          message: request.message,
          most: names.most,
        }),
      )
    },
    setAttributes: async (given: string, request: SignedRequest): Promise<Outcome> => {
      const owned = await findOwned(given)
      if ('refused' in owned) return owned
      const signed = readMessage(messageSchemas.attributes, request.message, now())
      if ('mistake' in signed) return refuse(400, signed.field, signed.mistake)
      if (signed.message.name !== owned.name) return refuse(400, 'message.name', 'The message is about another name')
      const proof = await prove(request, owned.coinType)
      if ('refused' in proof) return proof
      const attributes = signed.message.attributes as Record<string, string>
      return outcomeOf(await names.store.setAttributes({ name: owned.name, owner: proof.owner, attributes, message: request.message }))
    },
    setAddress: async (given: string, request: SignedRequest): Promise<Outcome> => {
      const owned = await findOwned(given)
      if ('refused' in owned) return owned
      const signed = readMessage(messageSchemas.address, request.message, now())
      if ('mistake' in signed) return refuse(400, signed.field, signed.mistake)
      const { name, address, coin_type: coinType } = signed.message
      if (name !== owned.name) return refuse(400, 'message.name', 'The message is about another name')
      const isDefault = coinType === defaultEvmCoinType
      if (!isDefault && chainIdOf(coinType) === undefined) return refuse(400, 'message.coin_type', 'Unsupported coin type')
      if (!isAddress(address)) return refuse(400, 'message.address', 'Invalid address')
      const proof = await prove(request, owned.coinType)
      if ('refused' in proof) return proof
      if (isDefault && proof.signer !== 'key') return refuse(400, 'message.coin_type', 'A contract has no address for all chains')
      return outcomeOf(
        await names.store.setAddress({
          name: owned.name,
          owner: proof.owner,
          coinType: coinTypeOf(coinType),
          address: (address as Address).toLowerCase(),
          message: request.message,
        }),
      )
    },
  }
}
