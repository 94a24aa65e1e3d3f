import type { NamespaceId } from '@latchkey/protocol'
import type { ComponentType } from 'react'
import type { MessageId } from '../../../lib/i18n.js'
import type { ResolvedFeatures } from '../../../state/settings.js'

/** What decides which tabs an account has. */
export type AccountFacts = {
  readonly namespace: NamespaceId
  /** The server knows the tokens of the family. */
  readonly hasPortfolio: boolean
  /** The server knows the NFTs of the family. */
  readonly hasNfts: boolean
  readonly features: ResolvedFeatures
}

/** One tab of the account. */
export type AccountTab = {
  readonly id: string
  readonly label: MessageId
  /** Whether there is anything to show in it for this account. */
  readonly available: (facts: AccountFacts) => boolean
  readonly Panel: ComponentType
}
