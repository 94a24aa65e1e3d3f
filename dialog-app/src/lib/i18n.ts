import type en from '../locales/en.json'

/** A key of the message catalogue; English is the source, so a missing key does not compile. */
export type MessageId = keyof typeof en
export type MessageValues = Readonly<Record<string, string | number>>
