/** An address in groups of four characters, what comes before them (`0x`) with the first: so it is read out and compared. Pure. */
export function groupsOf(address: string): readonly string[] {
  const head = /^0x/i.exec(address)?.[0] ?? ''
  const groups = address.slice(head.length).match(/.{1,4}/gs) ?? []
  return [`${head}${groups[0] ?? ''}`, ...groups.slice(1)]
}
