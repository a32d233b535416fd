// A process that looks after invoices and dies while it does. Arguments: the database's address, the home, settings and seller as JSON,
// the moment it takes for now, and after how many statements.
import { openDatabase, openPool } from '@weft/kit/database/connect.server.ts'
import { folderFileStore } from '../file-store/folder-file-store.server.ts'
import { lookAfterBilling, type BillingMails } from '../billing/clock.server.ts'
import type { BillingContext } from '../billing/context.ts'
import { dieAfter } from './killed.ts'

const [app_url, home, given, now, statements] = process.argv.slice(2) as [string, string, string, string, string]
const context = JSON.parse(given) as Omit<BillingContext, 'countries'>
const pool = openPool(app_url, { max: 4, level: 'system', application: 'invoice writer' })
dieAfter(Number(statements))
await lookAfterBilling(
  openDatabase(pool),
  {
    fileStore: folderFileStore(home),
    mailer: { send: async () => 'sent' },
    mails: { invoice: {}, cancelled: {} } as BillingMails,
    read: async (trx) => ({
      ...context,
      automatic: { automatic: 'off', day: 1 },
      countries: await trx.selectFrom('countries').selectAll().execute(),
    }),
  },
  () => new Date(now),
)
await pool.end()
