import { round } from '../statistics.js'

/**
 * One entry of a trace of Chromium. Times are microseconds.
 *
 * @typedef {object} Entry
 * @property {string} name
 * @property {string} ph kind: `X` is a piece of work with a duration
 * @property {number} pid
 * @property {number} tid
 * @property {number} ts
 * @property {number} [dur]
 * @property {number} [tdur] of the processor's time: what else the machine does is not in it
 * @property {{ name?: string, data?: { url?: string, requestId?: string, encodedDataLength?: number, frame?: string, processId?: number, fileName?: string }, fileName?: string }} [args]
 */

/** @typedef {{ readonly from: number, readonly to: number }} Window */

/** What a piece of work is counted as, by the name that Chromium gives it. */
const kinds = /** @type {Record<string, RegExp>} */ ({
  'script, compiled': /compile|Compile|parseFunction|V8\.Parse|CodeCache/,
  'garbage collected': /GC|Gc/,
  style: /^(UpdateLayoutTree|RecalculateStyles|ParseAuthorStyleSheet|.*[Ss]tyle.*)$/,
  layout: /^(Layout|LocalFrameView::.*[Ll]ayout.*|.*::layout)$/,
  'paint and compositing':
    /Paint|Layerize|Commit|Composit|Raster|UpdateLayer|Draw|IntersectionObserver|HitTest|Animate|BeginFrame|BeginMainThreadFrame/,
  pictures: /Decode|Image/,
  HTML: /^ParseHTML/,
  'script, run':
    /^(FunctionCall|EvaluateScript|v8\.(run|callFunction|evaluateModule)|RunMicrotasks|TimerFire|FireAnimationFrame|FireIdleCallback|EventDispatch|HandlePostMessage|XHR.*|v8\..*)$/,
})

const kindOf = (/** @type {string} */ name) => Object.entries(kinds).find(([, pattern]) => pattern.test(name))?.[0] ?? 'other'

/** The address of what a piece of work belongs to, without its query. */
const urlOf = (/** @type {Entry} */ { args }) => (args?.data?.url ?? args?.data?.fileName ?? args?.fileName ?? '').split(/[?#]/, 1)[0] ?? ''

const ms = (/** @type {number} */ microseconds) => round(microseconds / 1_000, 1)

/**
 * What one thread did in a time: each piece of work without what it contains, so that nothing is counted twice.
 *
 * @param {readonly Entry[]} entries of the thread
 * @param {Window} window
 */
function workOf(entries, { from, to }) {
  const work = entries
    .filter(({ ph, ts, dur = 0 }) => ph === 'X' && ts < to && ts + dur > from)
    .map((entry) => {
      const start = Math.max(from, entry.ts)
      const end = Math.min(to, entry.ts + (entry.dur ?? 0))
      const { dur = 0, tdur = dur } = entry
      // What begins before or ends after counts for its share.
      const time = dur > 0 ? (tdur * (end - start)) / dur : 0
      return { entry, start, end, time, own: time, url: '' }
    })
    .sort((left, right) => left.start - right.start || right.end - left.end)
  /** @type {typeof work} */
  const open = []
  /** @type {typeof work} */
  const tasks = []
  for (const one of work) {
    while (open.length > 0 && (open.at(-1)?.end ?? 0) <= one.start) open.pop()
    const parent = open.at(-1)
    if (parent) parent.own -= one.time
    else tasks.push(one)
    one.url = urlOf(one.entry) || parent?.url || ''
    open.push(one)
  }
  /** @type {Map<string, number>} */
  const byKind = new Map()
  /** @type {Map<string, number>} */
  const byUrl = new Map()
  for (const { entry, own, url } of work) {
    const kind = kindOf(entry.name)
    byKind.set(kind, (byKind.get(kind) ?? 0) + own)
    if (kind.startsWith('script')) byUrl.set(url, (byUrl.get(url) ?? 0) + own)
  }
  const longest = tasks
    .map(({ start, end, time }) => {
      const inside = work.filter((one) => one.start >= start && one.end <= end)
      const [most] = [...inside].sort((left, right) => right.own - left.own)
      return { at: ms(start - from), took: ms(time), most: most?.entry.name ?? '', of: ms(most?.own ?? 0), url: most?.url ?? '' }
    })
    .filter(({ took }) => took >= 20)
    .sort((left, right) => right.took - left.took)
    .slice(0, 12)
  const busy = tasks.reduce((sum, { time }) => sum + time, 0)
  const waited = tasks.reduce((sum, { start, end, time }) => sum + end - start - time, 0)
  const sorted = (/** @type {Map<string, number>} */ map) =>
    [...map]
      .map(([name, time]) => ({ name, time: ms(time) }))
      .filter(({ time }) => time >= 1)
      .sort((left, right) => right.time - left.time)
  return {
    busy: ms(busy),
    waited: ms(waited),
    idle: ms(to - from - busy - waited),
    kinds: sorted(byKind),
    scripts: sorted(byUrl).slice(0, 10),
    longest,
  }
}

/** What was fetched in a time. */
function requestsOf(/** @type {readonly Entry[]} */ entries, /** @type {Window} */ { from, to }) {
  const of = (/** @type {string} */ name) => entries.filter((entry) => entry.name === name)
  const ends = new Map(
    of('ResourceFinish').map(({ args, ts }) => [args?.data?.requestId, { ts, bytes: args?.data?.encodedDataLength ?? 0 }]),
  )
  return of('ResourceSendRequest')
    .filter((entry) => entry.ts >= from && entry.ts < to && urlOf(entry).startsWith('http'))
    .map((entry) => {
      const end = ends.get(entry.args?.data?.requestId)
      return { url: urlOf(entry), at: ms(entry.ts - from), took: end ? ms(end.ts - entry.ts) : Number.NaN, bytes: end?.bytes ?? 0 }
    })
    .sort((left, right) => left.at - right.at)
}

/**
 * Sums up a trace between two moments.
 *
 * @param {readonly Entry[]} entries
 * @param {Window} window
 * @returns by the origin of each document: what its process's main thread and its workers did
 */
export function sumUp(entries, window) {
  const nameOf = new Map(
    entries.filter(({ name }) => name === 'thread_name').map(({ pid, tid, args }) => [`${pid} ${tid}`, args?.name ?? '']),
  )
  /** @type {Map<number, Set<string>>} */
  const origins = new Map()
  for (const { name, pid, args } of entries) {
    if (name !== 'ResourceSendRequest' && name !== 'FrameCommittedInBrowser' && name !== 'CommitLoad') continue
    const process = args?.data?.processId ?? pid
    const url = args?.data?.url ?? ''
    if (name !== 'ResourceSendRequest' && url.startsWith('http'))
      origins.set(process, (origins.get(process) ?? new Set()).add(new URL(url).hostname))
  }
  /** @type {Map<string, Entry[]>} */
  const threads = new Map()
  for (const entry of entries) {
    const thread = `${entry.pid} ${entry.tid}`
    if (!/^(?:CrRendererMain|DedicatedWorker thread)$/.test(nameOf.get(thread) ?? '')) continue
    const list = threads.get(thread)
    if (list) list.push(entry)
    else threads.set(thread, [entry])
  }
  /** Documents that were there before the trace are known by their scripts alone. */
  const ofScripts = (/** @type {readonly Entry[]} */ list) =>
    new Set(list.flatMap((entry) => (urlOf(entry).startsWith('http') ? new URL(urlOf(entry)).hostname : [])))
  const mains = [...threads].map(([thread, list]) => {
    const names = [...(origins.get(Number(thread.split(' ')[0])) ?? ofScripts(list))]
    return { document: [...names, ...(nameOf.get(thread) === 'CrRendererMain' ? [] : ['a worker'])].join(', '), ...workOf(list, window) }
  })
  return {
    took: ms(window.to - window.from),
    mains: mains.filter(({ document, busy }) => document && busy >= 1).sort((left, right) => right.busy - left.busy),
    requests: requestsOf(entries, window),
  }
}

/** @typedef {ReturnType<typeof sumUp>} Summary */

const lines = (/** @type {readonly { name: string, time: number }[]} */ list) =>
  list.map(({ name, time }) => `      ${String(time).padStart(7)} ms  ${name || '(the browser, the document itself)'}`)

/** A summary in words. */
export function textOfSummary(/** @type {Summary} */ { took, mains, requests }) {
  return [
    `  ${took} ms`,
    ...mains.flatMap(({ document, busy, waited, idle, kinds: byKind, scripts, longest }) => [
      `    ${document}: busy for ${busy} ms of processor time, waiting for the processor or others for ${waited} ms, idle for ${idle} ms`,
      ...lines(byKind),
      '      by script:',
      ...lines(scripts),
      ...(longest.length > 0 ? ['      longest tasks:'] : []),
      ...longest.map(
        ({ at, took: time, most, of, url }) => `      ${String(time).padStart(7)} ms  at ${at}, most of it ${most} ${of} ms ${url}`,
      ),
    ]),
    `    ${requests.length} requests`,
    ...requests.map(({ url, at, took: time, bytes }) => `      ${String(time).padStart(7)} ms  at ${at}, ${bytes} bytes, ${url}`),
  ].join('\n')
}
