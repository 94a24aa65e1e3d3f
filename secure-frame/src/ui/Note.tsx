import { Icon } from './Icon.js'

/** A sentence that has to be read before anything is pressed. */
export function Note({ tone, title, text }: { readonly tone: 'warn' | 'neg'; readonly title: string; readonly text: string }) {
  return (
    <div className={`note ${tone}`} role={tone === 'neg' ? 'alert' : 'note'}>
      <Icon name="alert" size={20} />
      <div className="label">
        <b>{title}</b>
        <span>{text}</span>
      </div>
    </div>
  )
}
