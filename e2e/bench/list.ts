import { createElement as h, useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Virtualizer } from 'virtua'

/** What "All wallets" is measured against: a virtual list of the same rows from the same directory, a search field, and nothing else. */

type Wallet = { readonly id: string; readonly name: string; readonly image_id?: string }

const { api, projectId } = JSON.parse(document.getElementById('config')?.textContent ?? '{}') as { api: string; projectId: string }
const columns = 4
const perPage = 100

async function fetchPage(page: number, search: string): Promise<{ data: readonly Wallet[]; count: number }> {
  const answer = await fetch(`${api}/getWallets?${new URLSearchParams({ projectId, page: `${page}`, entries: `${perPage}`, search })}`)
  return await answer.json()
}

async function fetchAll(): Promise<readonly Wallet[]> {
  const first = await fetchPage(1, '')
  const numbers = Array.from({ length: Math.ceil(first.count / perPage) - 1 }, (_, index) => index + 2)
  const others = await Promise.all(numbers.map((number) => fetchPage(number, '')))
  return [first, ...others].flatMap(({ data }) => data)
}

function List() {
  const [all, setAll] = useState<readonly Wallet[]>([])
  const [found, setFound] = useState<readonly Wallet[]>()
  const [query, setQuery] = useState('')
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => void fetchAll().then(setAll), [])
  useEffect(() => {
    if (query.trim().length < 2) return setFound(undefined)
    const timer = setTimeout(() => void fetchPage(1, query.trim()).then(({ data }) => setFound(data)), 500)
    return () => clearTimeout(timer)
  }, [query])
  const wallets = found ?? all
  const lines = Array.from({ length: Math.ceil(wallets.length / columns) }, (_, index) =>
    wallets.slice(index * columns, (index + 1) * columns),
  )
  return h(
    'div',
    { id: 'body', ref: body },
    h('input', { type: 'search', value: query, onChange: (event) => setQuery((event.target as HTMLInputElement).value) }),
    h(Virtualizer, {
      scrollRef: body,
      data: lines,
      itemSize: 96,
      startMargin: 48,
      // biome-ignore lint/correctness/noChildrenProp: the list takes a function, which `createElement` has no type for
      children: ((line: readonly Wallet[]) =>
        h(
          'div',
          { key: line[0]?.id, className: 'line' },
          line.map(({ id, name, image_id }) =>
            h(
              'button',
              { key: id, type: 'button' },
              h('img', { src: `${api}/getWalletImage/${image_id}`, alt: '' }),
              h('span', null, name),
            ),
          ),
        )) as never,
    }),
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(h(List))
