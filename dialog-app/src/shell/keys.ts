export type KeyAction = 'back' | 'up' | 'search' | 'type'

type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'isComposing' | 'defaultPrevented'>

/**
 * What a key means for the whole dialog.
 * @param context `typing`: the key goes into a field. `search`: this view can be searched. `rtl`: back is on the right
 * @returns `up` (Escape: back, or close at the root), `back` (never closes), `search` (`/`), `type` (a letter that starts a search) or nothing
 */
export function keyAction(key: Key, context: { typing: boolean; search: boolean; rtl: boolean }): KeyAction | undefined {
  if (key.defaultPrevented || key.isComposing) return undefined
  if (key.key === 'Escape') return 'up'
  if (key.altKey && !key.ctrlKey && !key.metaKey && key.key === (context.rtl ? 'ArrowRight' : 'ArrowLeft')) return 'back'
  if (context.typing || !context.search || key.altKey || key.ctrlKey || key.metaKey) return undefined
  if (key.key === '/') return 'search'
  return [...key.key].length === 1 && key.key !== ' ' ? 'type' : undefined
}
