import { encodeFunctionData, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { evmAccount, fakeContext } from '../../../../testing/fakeNode.js'
import { renderCard } from '../../../../testing/renderCard.js'
import { prepareTypedData } from '../typedData.js'

const thief = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const zero = '0x0000000000000000000000000000000000000000'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const apes = '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d'
const context = fakeContext({ tokens: { [usdc]: { symbol: 'USDC', decimals: 6 }, [apes]: { symbol: 'BAYC' } } })
const structure = (text: string) =>
  text.split(',').map((field) => {
    const [type = '', name = ''] = field.trim().split(' ')
    return { name, type }
  })
const domain = (verifyingContract: string) => ({ chainId: 1, verifyingContract })
const EIP712Domain = structure('uint256 chainId,address verifyingContract')
const prepare = async (value: object) => (await prepareTypedData([evmAccount, value], context)).content
const ids = ({ warnings }: { readonly warnings: readonly { readonly title: { readonly id: string } }[] }) =>
  warnings.map(({ title }) => title.id)

const seaportTypes = {
  EIP712Domain,
  OrderComponents: structure(
    'address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter',
  ),
  OfferItem: structure('uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount'),
  ConsiderationItem: structure(
    'uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount,address recipient',
  ),
  BulkOrder: structure('OrderComponents[2] tree'),
}
const word = `0x${'00'.repeat(32)}`
const seaport = (price: string, recipient: string, id = '7') => ({
  offerer: evmAccount,
  zone: zero,
  offer: [{ itemType: 2, token: apes, identifierOrCriteria: id, startAmount: '1', endAmount: '1' }],
  consideration: [{ itemType: 0, token: zero, identifierOrCriteria: '0', startAmount: price, endAmount: price, recipient }],
  orderType: 0,
  startTime: '0',
  endTime: '1800000000',
  zoneHash: word,
  salt: '1',
  conduitKey: word,
  counter: '0',
})
const onSeaport = (primaryType: string, message: object) => ({
  types: seaportTypes,
  primaryType,
  domain: domain('0x0000000000000068F116a894984e2DB1123eB395'),
  message,
})

describe('Seaport', () => {
  test('behavior: what is given, what comes, and to whom', async () => {
    const content = await prepare(onSeaport('OrderComponents', seaport('2000000000000000000', evmAccount)))
    expect(content.title).toEqual({ id: 'title.order' })
    expect(ids(content)).toEqual(['warn.order'])
    const { facts } = renderCard(content)
    expect(facts).toContain('You give')
    expect(facts).toContain('BAYC #7')
    expect(facts).toContain('2 ETH')
    expect(facts).toContain('2027-01-15')
  })

  test.each([
    ['for one wei', seaport('1', evmAccount)],
    ['for a price that somebody else gets', seaport('2000000000000000000', thief)],
    ['for nothing', { ...seaport('1', evmAccount), consideration: [] }],
  ])('error: an order %s gives it away, and says so', async (_what, message) => {
    expect(ids(await prepare(onSeaport('OrderComponents', message)))).toContain('warn.forNothing')
  })

  test('error: every order of a bulk order is shown', async () => {
    const content = await prepare(onSeaport('BulkOrder', { tree: [seaport('1', thief, '7'), seaport('1', thief, '8')] }))
    const { facts } = renderCard(content)
    expect(facts).toContain('#7')
    expect(facts).toContain('#8')
    expect(facts).toContain(thief)
    expect(ids(content)).toContain('warn.forNothing')
  })
})

describe('orders to swap', () => {
  test('error: CoW: a receiver who is somebody else gets all of it', async () => {
    const types = {
      EIP712Domain,
      Order: structure(
        'address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance',
      ),
    }
    const message = {
      sellToken: usdc,
      buyToken: thief,
      receiver: thief,
      sellAmount: '50000000',
      buyAmount: '1000000',
      validTo: 1_800_000_000,
      appData: word,
      feeAmount: '0',
      kind: 'sell',
      partiallyFillable: false,
      sellTokenBalance: 'erc20',
      buyTokenBalance: 'erc20',
    }
    const content = await prepare({ types, primaryType: 'Order', domain: domain('0x9008D19f58AAbD9eD0D60971565AA8510560ab41'), message })
    expect(content.title).toEqual({ id: 'title.swapOrder' })
    expect(ids(content)).toContain('warn.forNothing')
    expect(renderCard(content).facts).toContain('50 USDC')
  })

  test('behavior: 1inch: what is given and what comes', async () => {
    const types = {
      EIP712Domain,
      Order: structure(
        'uint256 salt,address maker,address receiver,address makerAsset,address takerAsset,uint256 makingAmount,uint256 takingAmount,uint256 makerTraits',
      ),
    }
    const message = {
      salt: '1',
      maker: evmAccount,
      receiver: zero,
      makerAsset: usdc,
      takerAsset: usdc,
      makingAmount: '3000000',
      takingAmount: '2500000',
      makerTraits: '0',
    }
    const content = await prepare({ types, primaryType: 'Order', domain: domain('0x111111125421cA6dc452d289314280a0f8842A65'), message })
    expect(ids(content)).toEqual(['warn.order'])
    expect(content.rows).toContainEqual({ label: 'row.give', value: '3 USDC', kind: 'text' })
    expect(content.rows).toContainEqual({ label: 'row.get', value: '2.5 USDC', kind: 'text' })
  })

  test('error: the same message for a contract that nobody knows is asked for twice, with those that it names', async () => {
    const types = { EIP712Domain, Order: structure('address maker,address receiver,uint256 makingAmount') }
    const content = await prepare({
      types,
      primaryType: 'Order',
      domain: domain(usdc),
      message: { maker: evmAccount, receiver: thief, makingAmount: '1' },
    })
    expect(content).toMatchObject({ twice: true, warnings: [{ title: { id: 'warn.permission' } }] })
    expect(renderCard(content).facts).toContain(thief)
  })
})

describe('a Safe', () => {
  const types = {
    EIP712Domain,
    SafeTx: structure(
      'address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce',
    ),
  }
  const tx = (change: object) => ({
    types,
    primaryType: 'SafeTx',
    domain: domain('0x1230000000000000000000000000000000000000'),
    message: {
      to: usdc,
      value: '0',
      data: encodeFunctionData({ abi: parseAbi(['function transfer(address, uint256)']), args: [thief, 9_000_000n] }),
      operation: 0,
      safeTxGas: '0',
      baseGas: '0',
      gasPrice: '0',
      gasToken: zero,
      refundReceiver: zero,
      nonce: '1',
      ...change,
    },
  })

  test('behavior: another account’s transaction is shown as the call that it is', async () => {
    const content = await prepare(tx({}))
    expect(content.calls).toMatchObject([{ title: { id: 'title.send', values: { amount: '9', symbol: 'USDC' } } }])
    expect(ids(content)).toEqual(['warn.safe'])
  })

  test('error: code of somebody else in its place, and a refund without limit', async () => {
    const content = await prepare(tx({ operation: 1, gasPrice: '1', refundReceiver: thief }))
    expect(ids(content)).toEqual(['warn.safe', 'warn.code', 'warn.refund'])
  })
})

test.each([
  [
    'Delegation',
    'address delegate,address delegator,bytes32 authority',
    { delegate: thief, delegator: evmAccount, authority: word },
    'delegation',
  ],
  ['Authorization', 'uint256 chainId,address address,uint64 nonce', { chainId: '1', address: thief, nonce: '0' }, 'authorization'],
  ['PackedUserOperation', 'address sender,bytes callData', { sender: evmAccount, callData: '0x' }, 'userOperation'],
  ['SafeOp', 'address safe,bytes callData', { safe: evmAccount, callData: '0x' }, 'userOperation'],
  ['Root', 'bytes32 root', { root: word }, 'hiddenOrders'],
])('error: %s is refused by its name', async (primaryType, list, message, why) => {
  const data = { types: { EIP712Domain, [primaryType]: structure(list) }, primaryType, domain: domain(usdc), message }
  await expect(prepare(data)).rejects.toMatchObject({ code: 4200, data: { why } })
})
