import type { Page } from 'playwright-core'

/** What somebody from above says before he works inside the tenant he has selected, unless he is in there already. */
export async function enterTenant(page: Page) {
  const reason = page.getByLabel(/^(Reason|Grund)/)
  await reason.or(page.getByRole('complementary', { name: /^Support/ })).first().waitFor()
  if (!(await reason.isVisible())) return
  await reason.fill('Asked by phone')
  await page.getByRole('button', { name: /^(Enter tenant|Mandanten betreten)$/ }).click()
}
