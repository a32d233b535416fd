// A process that sends newsletters, to be killed by a test in the middle of it.
import { openDatabase, openPool } from '@weft/kit/database/connect.server.ts'
import { testKeys } from '@weft/kit/testing/database.ts'
import { openMailer } from '../connections/mail.server.ts'
import { startNewsletters, type NewsletterMail } from '../mail/newsletter.server.ts'
import { openTidings } from '../scheduler/tidings.server.ts'

const { APP_URL, MAIL } = process.env as Record<'APP_URL' | 'MAIL', string>
const pool = openPool(APP_URL, { max: 6, level: 'system' })
const key = testKeys()
startNewsletters(
  {
    tidings: openTidings(APP_URL),
    pool,
    mailer: openMailer(openDatabase(pool), key),
    mail: JSON.parse(MAIL) as NewsletterMail,
    key,
    perMinute: async () => 6_000,
  },
  { every_ms: 100 },
)
