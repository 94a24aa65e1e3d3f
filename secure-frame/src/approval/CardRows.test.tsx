import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { addressRow } from '../worker/signers/context.js'
import { Rows } from './CardRows.js'

const known = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const draw = (value: string) => renderToStaticMarkup(<Rows rows={[addressRow('row.to', value, { account, known: [known] })]} />)

test('behavior: an address that the user never sent to is shown whole at once; a known one can be unfolded', () => {
  expect(draw('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')).toMatch(/<details[^>]* open/)
  expect(draw(known)).not.toMatch(/<details[^>]* open/)
  expect(draw(account)).not.toMatch(/<details[^>]* open/)
})
