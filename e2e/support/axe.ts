import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * What axe finds wrong with a page, by rule.
 *
 * @param within selectors from frame to frame, of the part to look at
 */
export async function findings(page: Page, within?: readonly [string, ...string[]]) {
  const builder = new AxeBuilder({ page })
  const { violations } = await (within ? builder.include([...within]) : builder).analyze()
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
}
