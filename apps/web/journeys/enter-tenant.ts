import type { Page } from 'playwright-core'

/** What somebody from above says before he works inside the tenant he has selected. */
export async function enterTenant(page: Page) {
  await page.getByLabel(/^(Reason|Grund)/).fill('Asked by phone')
  await page.getByRole('button', { name: /^(Enter tenant|Mandanten betreten)$/ }).click()
}
