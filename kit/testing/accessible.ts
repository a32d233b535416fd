import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
type Found = { id: string; impact: string | null; nodes: { target: string[]; failureSummary?: string }[] }

const rules = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']

/** Lets axe look at the page once it has settled and fails with what breaks WCAG 2.2 AA, and where; `colours` looks at nothing but contrast. */
export async function assertAccessible(page: Page, name = new URL(page.url()).pathname, { colours = false } = {}) {
  // What is just fading in has no contrast yet; longer movements, such as the time a message stays, are not waited for.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < 1_000)
        .map(({ finished }) => finished.catch(() => {})),
    ),
  )
  // Run as the page's own script would be, the content security policy stands in the way.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  const found = await page.evaluate(
    async (runOnly) => {
      const { axe } = globalThis as unknown as {
        axe: { run(root: Document, options: object): Promise<{ violations: Found[] }> }
      }
      return (await axe.run(document, { runOnly })).violations
    },
    colours ? ['color-contrast'] : rules,
  )
  assert.deepEqual(
    found.map(
      ({ id, impact, nodes }) =>
        `${name}: ${impact} ${id} at ${nodes[0]?.target.join(' ')}: ${nodes[0]?.failureSummary}`,
    ),
    [],
  )
}
