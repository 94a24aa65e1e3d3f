/**
 * Groups of files each of which imports itself through the others (strongly connected components, Tarjan 1972).
 *
 * @param {ReadonlyMap<string, readonly string[]>} graph the files that each file imports
 * @returns {string[][]} each group once, its files sorted
 * @example findCircles(new Map([['a', ['b']], ['b', ['a']], ['c', ['a']]])) // [['a', 'b']]
 */
export function findCircles(graph) {
  const order = new Map()
  const lowest = new Map()
  const stack = []
  const open = new Set()
  const circles = []
  function enter(file) {
    order.set(file, order.size)
    lowest.set(file, order.get(file))
    stack.push(file)
    open.add(file)
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) enter(next)
      if (open.has(next)) lowest.set(file, Math.min(lowest.get(file), lowest.get(next)))
    }
    if (lowest.get(file) !== order.get(file)) return
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
  const from = new Map()
  for (let reached = [file]; reached.length; ) {
    const next = []
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
