import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mails } from '@weft/catalogue/mails/all.ts'
import { valuesToTry } from '@weft/engine/mail/validate-template.ts'
import { aMailbox } from '@weft/engine/testing/mailbox.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { languages } from '@weft/kit/messages/messages.ts'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const mailbox = await aMailbox()
const admin = await signedIn(server, { email: 'root@admin.test', role: 'admin' })
const { statusCode } = await server.app.inject({
  method: 'PUT',
  url: '/api/admin/settings/email',
  headers: admin,
  payload: { ...mailbox.settings, user: 'weft', password: 'pa55', url: 'https://weft.example' },
})
assert.equal(statusCode, 200)
const { mailer, db } = server.context

for (const mail of mails)
  for (const language of languages)
    test(`${mail.name} arrives in ${language}`, async () => {
      const to = `${mail.name}-${language}@example.test`
      const variables = valuesToTry(mail, undefined, language)
      assert.equal(
        await mailer.send(
          {},
          { mail, variables, to: [to], name: 'Ada Adler', language, key: `${mail.name}:${language}` },
        ),
        'sent',
      )
      const { from, subject, text, html, headers, source } = await mailbox.to(to)
      assert.equal(from, 'weft@example.test')
      assert.ok(subject.length > 3, subject)
      assert.equal(subject.includes('\n'), false)
      for (const said of [subject, text, html]) assert.doesNotMatch(said, /\{\{|\}\}|undefined|\[object|[\uE000\uE001]/)
      for (const value of Object.values(variables).map(String).filter(Boolean)) {
        const first = value.split('\n')[0]!
        if (!subject.includes(first)) assert.ok(text.includes(first), `“${first}” is not in the text of ${mail.name}`)
      }
      assert.match(html, new RegExp(`^<!doctype html>\\n<html lang="${language}">`))
      assert.ok(text.trim().length > 20)
      assert.deepEqual([headers['from'], headers['to']], ['Weft <weft@example.test>', to])
      assert.match(headers['content-type']!, /^multipart\//)
      assert.match(headers['message-id']!, /^<[0-9a-f]{32}@example\.test>$/)
      assert.ok(headers['date'])
      if (mail.layout === 'installation')
        assert.match(text, language === 'de' ? /Von Weft an .* gesendet\./ : /Sent by Weft to /)
      assert.ok(
        source.split('\r\n').every((line) => line.length <= 998),
        'a line is longer than mail allows',
      )
      const kept = await inScope(db, { level: 'provider' }, (trx) =>
        trx
          .selectFrom('mail_logs')
          .select(['status', 'class_name', 'language', 'body', 'html', 'parameters', 'masked'])
          .where('recipient', '=', to)
          .executeTakeFirstOrThrow(),
      )
      assert.deepEqual([kept.status, kept.class_name, kept.language], ['sent', mail.name, language])
      for (const [key, { hidden }] of Object.entries(mail.variables))
        if (hidden)
          assert.ok(
            kept.masked &&
              !`${kept.body}${kept.html}${JSON.stringify(kept.parameters)}`.includes(String(variables[key])),
            `${key} is kept in the log`,
          )
    })
