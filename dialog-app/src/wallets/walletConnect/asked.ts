import type { Client } from './client.js'

/** What was asked of whoever has a code. */
export const askedBy = (client: Client, topic: string) =>
  client.core.history.values.find((record) => record.topic === topic && record.request.method === 'wc_sessionAuthenticate')

/** Forgets it: the library makes a session of an answer only as long as it knows the question. */
export function forgetAsked(client: Client, topic: string): void {
  const asked = askedBy(client, topic)
  if (asked) client.core.history.delete(topic, asked.id)
}
