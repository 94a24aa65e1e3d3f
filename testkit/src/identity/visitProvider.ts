/** What a provider sends the browser back with: the query, or the form that a page posts. */
export type ProviderAnswer = { readonly url: string; readonly params: URLSearchParams; readonly method: 'GET' | 'POST' }

/** A browser of one user at the local provider: follows redirects and keeps cookies. */
export async function visitProvider(start: string, secure: string, person: { readonly name: string } | 'deny'): Promise<ProviderAnswer> {
  const cookies = new Map<string, string>()
  let url = start
  let init: RequestInit = {}
  for (let step = 0; step < 12; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value) cookies.set(name, value)
      else cookies.delete(name)
    }
    init = {}
    const location = response.headers.get('location')
    if (location) {
      url = new URL(location, url).href
      if (url.startsWith(secure)) return { url, params: new URL(url).searchParams, method: 'GET' }
      continue
    }
    const page = await response.text()
    if (new URL(url).pathname.startsWith('/login/')) {
      const form = person === 'deny' ? { decision: 'deny' } : { decision: 'approve', name: person.name }
      init = { method: 'POST', body: new URLSearchParams(form), headers: { 'content-type': 'application/x-www-form-urlencoded' } }
      continue
    }
    const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1]
    if (!action?.startsWith(secure)) throw new Error(`${response.status} at ${url}: ${page.slice(0, 300)}`)
    const fields = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']): [string, string] => [name, value],
    )
    return { url: action, params: new URLSearchParams(fields), method: 'POST' }
  }
  throw new Error('The provider never answered.')
}
