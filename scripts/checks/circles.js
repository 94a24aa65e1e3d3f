/**
 * Groups of files each of which imports itself through the others (strongly connected components, Tarjan 1972).
 *
 * @param {ReadonlyMap<string, readonly string[]>} graph the files that each file imports
 * @returns {string[][]} each group once, its files sorted
 * @example findCircles(new Map([['a', ['b']], ['b', ['a']], ['c', ['a']]])) // [['a', 'b']]
 */
export function findCircles(graph) {
  const order = /** @type {Map<string, number>} */ (new Map())
  const lowest = /** @type {Map<string, number>} */ (new Map())
  const stack = /** @type {string[]} */ ([])
  const open = /** @type {Set<string>} */ (new Set())
  const circles = /** @type {string[][]} */ ([])
  function enter(/** @type {string} */ file) {
    const place = order.size
    let low = place
    order.set(file, place)
    lowest.set(file, low)
    stack.push(file)
    open.add(file)
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) enter(next)
      if (open.has(next)) low = Math.min(low, lowest.get(next) ?? low)
      lowest.set(file, low)
    }
    if (low !== place) return
    const group = stack.splice(stack.indexOf(file))
    for (const one of group) open.delete(one)
    if (group.length > 1 || graph.get(file)?.includes(file)) circles.push(group.sort())
  }
  for (const file of graph.keys()) if (!order.has(file)) enter(file)
  return circles
}

/**
 * The shortest way from a file back to itself.
 *
 * @param {ReadonlyMap<string, readonly string[]>} graph
 * @param {string} file
 * @returns {string[]} begins and ends with the file
 */
export function wayBack(graph, file) {
  const from = /** @type {Map<string, string>} */ (new Map())
  for (let reached = [file]; reached.length; ) {
    const next = /** @type {string[]} */ ([])
    for (const one of reached)
      for (const target of graph.get(one) ?? []) {
        if (from.has(target)) continue
        from.set(target, one)
        next.push(target)
      }
    if (from.has(file)) break
    reached = next
  }
  const way = [file]
  for (let at = from.get(file); at !== undefined && at !== file; at = from.get(at)) way.unshift(at)
  return [file, ...way]
}
