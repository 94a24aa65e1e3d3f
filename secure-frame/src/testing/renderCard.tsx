import { renderToStaticMarkup } from 'react-dom/server'
import { ApprovalCard } from '../approval/ApprovalCard.js'
import type { ApprovalContent } from '../worker/approve/content.js'
import { type Severity, severityOf } from '../worker/approve/severity.js'

/** What a user can read on a card. */
export type DrawnCard = {
  /** All of it, what has to be unfolded too. */
  readonly whole: string
  /** Without what is folded away. */
  readonly open: string
  /** Without the text that is to be signed: titles, warnings, money and rows. */
  readonly facts: string
  readonly severity: Severity
}

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" }
const textOf = (markup: string) =>
  markup
    .replace(/<(?:b|span|bdi|i)\b[^>]*>|<\/(?:b|span|bdi|i)>/g, '')
    .replace(/<[^>]+>/g, '\n')
    .replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity)

const nothing = { decide: async () => true, setLimit: async () => undefined, resized: () => undefined }

/** Draws an approval with the component that draws it for users, in English. */
export function renderCard(content: ApprovalContent, networkName = 'Ethereum'): DrawnCard {
  // Asked while it is drawn; a server has none.
  globalThis.IntersectionObserverEntry ??= class {} as never
  const markup = renderToStaticMarkup(
    <ApprovalCard
      approval={{
        requestId: '1',
        method: 'test',
        surface: 'window',
        position: 1,
        total: 1,
        state: 'ready',
        digest: '00',
        content,
        unproven: false,
        origin: 'https://shop.example',
        verified: true,
        networkName,
      }}
      actions={nothing}
      place="window"
    />,
  )
  const open = markup.replace(/<details class="details".*?<\/details>/gs, '')
  return {
    whole: textOf(markup),
    open: textOf(open),
    facts: textOf(open.replace(/<(section|pre) class="message".*?<\/\1>/gs, '')),
    severity: severityOf(content),
  }
}
