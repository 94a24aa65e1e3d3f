import { encodeFunctionData, hashTypedData, keccak256, parseAbi } from 'viem'
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

  describe('an item by a criterion', () => {
    const any = (side: 'offer' | 'consideration', itemType: number, criterion: string, amount = '1') => {
      const order = seaport('2000000000000000000', evmAccount)
      const [item] = order[side]
      const change = { itemType, token: apes, identifierOrCriteria: criterion, startAmount: amount, endAmount: amount }
      return onSeaport('OrderComponents', { ...order, [side]: [{ ...item, ...change }] })
    }

    test.each([
      ['of the collection (ERC-721)', 4, '0', '1', '1 × any item of BAYC'],
      ['of the collection (ERC-1155)', 5, '0', '9', '9 × any item of BAYC'],
      ['of a list', 4, '123456789', '1', '1 × an item of BAYC, from a list that is not shown'],
    ])('error: any item %s is no item by a number: whoever takes it chooses, which is said and asked for twice', async (...given) => {
      const [, itemType, criterion, amount, text] = given
      const content = await prepare(any('offer', itemType, criterion, amount))
      expect(content).toMatchObject({ twice: true, confirm: 'confirmAnyway' })
      expect(content.warnings).toContainEqual(expect.objectContaining({ tone: 'neg', title: { id: 'warn.anyItem' } }))
      const { facts } = renderCard(content)
      expect(facts).toContain(text)
      expect(facts).not.toContain(`#${criterion}`)
    })

    test('behavior: any item that comes is said to be one, and is something', async () => {
      const content = await prepare(any('consideration', 4, '0'))
      expect(content.twice).toBe(false)
      expect(ids(content)).toEqual(['warn.order'])
      expect(renderCard(content).facts).toContain('1 × any item of BAYC')
    })

    test('error: a kind of item that Seaport does not have is none that is known', async () => {
      expect(await prepare(any('offer', 6, '0'))).toMatchObject({
        twice: true,
        warnings: [{ tone: 'neg', title: { id: 'warn.permission' } }],
      })
    })
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

  describe('1inch', () => {
    const given = { salt: '1', maker: evmAccount, receiver: zero, makerAsset: usdc, takerAsset: usdc, makingAmount: '3000000' }
    const v6 = 'uint256 salt,address maker,address receiver,address makerAsset,address takerAsset,uint256 makingAmount,uint256 takingAmount'
    const v5 =
      'uint256 salt,address makerAsset,address takerAsset,address maker,address receiver,address allowedSender,uint256 makingAmount,uint256 takingAmount,uint256 offsets'
    const onOneInch = (contract: string, fields: string, more: object) =>
      prepare({
        types: { EIP712Domain, Order: structure(fields) },
        primaryType: 'Order',
        domain: domain(contract),
        message: { ...given, takingAmount: '2500000', allowedSender: zero, offsets: '0', ...more },
      })
    const version6 = (makerTraits: bigint) =>
      onOneInch('0x111111125421cA6dc452d289314280a0f8842A65', `${v6},uint256 makerTraits`, { makerTraits: String(makerTraits) })
    const version5 = (interactions: string) =>
      onOneInch('0x1111111254EEB25477B68fb85Ed929f73A960582', `${v5},bytes interactions`, { interactions })

    test.each([
      ['version 6', () => version6(2n ** 255n + 2n ** 248n)],
      ['version 5', () => version5('0x')],
    ])('behavior: %s: what is given and what comes', async (_version, card) => {
      const content = await card()
      expect(ids(content)).toEqual(['warn.order'])
      expect(content.twice).toBe(false)
      expect(content.rows).toContainEqual({ label: 'row.give', value: '3 USDC', kind: 'text' })
      expect(content.rows).toContainEqual({ label: 'row.get', value: '2.5 USDC', kind: 'text' })
    })

    test.each([
      ['version 6, with an extension', () => version6(2n ** 249n)],
      ['version 5, with interactions', () => version5('0x00')],
    ])('error: %s: a contract decides what comes, so no amount is promised, and it is asked for twice', async (_version, card) => {
      const content = await card()
      expect(content).toMatchObject({ title: { id: 'title.swapOrder' }, twice: true, confirm: 'confirmAnyway' })
      expect(ids(content)).toEqual(['warn.unpriced', 'warn.order'])
      expect(content.warnings[0]).toMatchObject({ tone: 'neg' })
      expect(content.rows).toContainEqual({ label: 'row.give', value: '3 USDC', kind: 'text' })
      expect(content.rows.map(({ label }) => label)).not.toContain('row.get')
    })

    test.each([
      ['version 6 without its flags', '0x111111125421cA6dc452d289314280a0f8842A65', v6, {}],
      [
        'one of before version 5',
        '0x3ef51736315F52d568D6D2cf289419b9CfffE782',
        'uint256 salt,bytes getMakerAmount',
        { getMakerAmount: '0x' },
      ],
    ])('error: %s is an offer that nobody can read, and asked for twice', async (_version, contract, fields, more) => {
      const content = await onOneInch(contract, fields, more)
      expect(content.twice).toBe(true)
      expect(content.warnings).toContainEqual(expect.objectContaining({ tone: 'neg', title: { id: 'warn.permission' } }))
      expect(content.rows.map(({ label }) => label)).not.toContain('row.get')
    })
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

describe('power over what the user has with a contract', () => {
  test.each([
    ['debts in their name (Aave)', 'DelegationWithSig', 'address delegatee,uint256 value,uint256 nonce,uint256 deadline', 'delegatee'],
    [
      'everything that they lent (Morpho)',
      'Authorization',
      'address authorizer,address authorized,bool isAuthorized,uint256 nonce,uint256 deadline',
      'authorized',
    ],
    [
      'everything that they lent (Compound)',
      'Authorization',
      'address owner,address manager,bool isAllowed,uint256 nonce,uint256 expiry',
      'manager',
    ],
  ])('error: %s is a permission, asked for twice, with whom it is for', async (_what, primaryType, fields, whom) => {
    const types = { EIP712Domain, [primaryType]: structure(fields) }
    const values = structure(fields).map(({ name, type }) => [name, type === 'bool' ? true : type === 'address' ? evmAccount : '1'])
    const message = { ...Object.fromEntries(values), [whom]: thief }
    const content = await prepare({ types, primaryType, domain: domain(apes), message })
    expect(content).toMatchObject({ twice: true, warnings: [{ tone: 'neg', title: { id: 'warn.permission' } }] })
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

test('error: a delegation whose names hold other fields is refused, though its bytes are those of a plain one', async () => {
  const nothing = BigInt(keccak256('0x')).toString()
  const plain = {
    types: {
      EIP712Domain,
      Delegation: structure('address delegate,address delegator,bytes32 authority,Caveat[] caveats,uint256 salt'),
      Caveat: structure('address enforcer,bytes terms'),
    },
    primaryType: 'Delegation',
    domain: domain(usdc),
    message: { delegate: thief, delegator: evmAccount, authority: word, caveats: [], salt: nothing },
  }
  const [authority, salt] = ['authority,Caveat[] caveats', 'salt)Caveat(address enforcer']
  const disguised = {
    ...plain,
    types: {
      EIP712Domain,
      Delegation: [
        { name: 'delegate', type: 'address' },
        { name: 'delegator', type: 'address' },
        { name: authority, type: 'bytes32' },
        { name: salt, type: 'uint256' },
        { name: 'terms', type: 'bytes' },
      ],
    },
    message: { delegate: thief, delegator: evmAccount, [authority]: word, [salt]: nothing, terms: '0x' },
  }
  expect(hashTypedData(disguised as never)).toBe(hashTypedData(plain as never))
  await expect(prepare(disguised)).rejects.toMatchObject({ code: -32602 })
})
