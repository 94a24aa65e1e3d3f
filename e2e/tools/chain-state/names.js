import { keccak256, namehash, toHex, zeroHash } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { published } from './artifacts.js'

/** @import { Artifact } from './artifacts.js' */
/** @import { Deployer } from './coins.js' */

const label = (/** @type {string} */ text) => keccak256(toHex(text))
const developmentAccount = (/** @type {number} */ addressIndex) =>
  mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex }).address

const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle cx="32" cy="32" r="32" fill="#3a7"/></svg>`

/**
 * Deploys ENS: registry, resolver, a registrar that gives names under `eth` to whoever comes first, reverse names, the universal resolver, and
 * `wallet.test`, whose names a gateway answers for. `alice.eth` belongs to the ninth development account; the tenth calls itself the same.
 *
 * @param {Deployer} deployer
 * @param {Record<string, Artifact>} compiled
 */
export async function deployNames({ deploy, send, sendAs, account }, compiled) {
  const { UniversalResolver, OffchainResolver } = compiled
  if (!UniversalResolver || !OffchainResolver) throw new Error('The resolvers are not compiled.')
  const registry = await deploy(published.ensRegistry)
  const resolver = await deploy(published.ensResolver, registry.address)
  const own = (/** @type {string} */ parent, /** @type {string} */ name, owner = account) =>
    send(registry, 'setSubnodeOwner', [parent ? namehash(parent) : zeroHash, label(name), owner])

  await own('', 'reverse')
  const reverseRegistrar = await deploy(published.ensReverseRegistrar, registry.address, resolver.address)
  await own('reverse', 'addr', reverseRegistrar.address)

  const registrar = await deploy(published.ensRegistrar, registry.address, namehash('eth'))
  await own('', 'eth', registrar.address)
  const [alice, mallory] = [developmentAccount(8), developmentAccount(9)]
  const node = namehash('alice.eth')
  await send(registrar, 'register', [label('alice'), account])
  await send(registry, 'setResolver', [node, resolver.address])
  // Two functions have the name: the one with a coin type is not meant.
  const setAddress = resolver.abi.filter((item) => item.type === 'function' && item.name === 'setAddr' && item.inputs.length === 2)
  await send({ ...resolver, abi: setAddress }, 'setAddr', [node, alice])
  await send(resolver, 'setText', [node, 'description', 'A name of the local chain'])
  await send(resolver, 'setText', [node, 'avatar', `data:image/svg+xml;base64,${Buffer.from(picture).toString('base64')}`])
  await send(registry, 'setOwner', [node, alice])
  await sendAs(alice, reverseRegistrar, 'setName', ['alice.eth'])
  await sendAs(mallory, reverseRegistrar, 'setName', ['alice.eth'])

  const offchainResolver = await deploy(OffchainResolver)
  await own('', 'test')
  await own('test', 'wallet')
  await send(registry, 'setResolver', [namehash('wallet.test'), offchainResolver.address])
  const universalResolver = await deploy(UniversalResolver, registry.address)
  return {
    registry: registry.address,
    resolver: resolver.address,
    registrar: registrar.address,
    reverseRegistrar: reverseRegistrar.address,
    universalResolver: universalResolver.address,
    offchainResolver: offchainResolver.address,
  }
}
