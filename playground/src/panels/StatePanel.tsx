import { CodeBlock } from '../parts/CodeBlock.js'
import type { ModalState } from '../sdk/modal.js'

/** The wallet's icon is long and says nothing here. */
const withoutIcon = (key: string, value: unknown) => (key === 'icon' && typeof value === 'string' ? `${value.slice(0, 24)}…` : value)

/** `getState()`, live. */
export function StatePanel({ state }: { readonly state: ModalState }) {
  return <CodeBlock label="Modal.getState()">{JSON.stringify(state, withoutIcon, 2)}</CodeBlock>
}
