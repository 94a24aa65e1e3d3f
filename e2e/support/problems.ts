import type { BrowserContext } from '@playwright/test'

/** Everything that a developer would see in red or yellow, in every page and frame of a context. */
export function watchProblems(context: BrowserContext): readonly string[] {
  const problems: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(`${message.type()}: ${message.text()}`)
  })
  context.on('weberror', (error) => problems.push(`uncaught: ${error.error().message}`))
  return problems
}
