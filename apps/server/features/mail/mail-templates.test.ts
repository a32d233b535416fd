import assert from 'node:assert/strict'
import { test } from 'node:test'
import { workflowFailed } from '@weft/catalogue/mails/workflow-failed.ts'
import { workflowMail } from '@weft/catalogue/mails/workflow-mail.ts'
import { supportRequest } from '@weft/catalogue/mails/support-request.ts'
import { aMailbox } from '@weft/engine/testing/mailbox.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { registry } from '@weft/kit/log/metrics.server.ts'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const { context } = server
const mailbox = await aMailbox()
const [tenant, other] = [
  await aTenant({ ...server.test, key: context.key }),
  await aTenant({ ...server.test, key: context.key }),
]
const admin = await signedIn(server, { email: 'root@admin.test', role: 'admin' })
const boss = await signedIn(server, { email: 'boss@mail.test', role: 'tenant_admin', tenant_id: tenant.tenant_id })
const neighbour = await signedIn(server, { email: 'boss@other.test', role: 'tenant_admin', tenant_id: other.tenant_id })
const viewer = await signedIn(server, { email: 'viewer@mail.test', role: 'viewer', tenant_id: tenant.tenant_id })

async function call(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
  headers: Record<string, string> = admin,
) {
  const answer = await server.app.inject({ method, url: `/api/admin${url}`, headers, ...(payload && { payload }) })
  return {
    status: answer.statusCode,
    ...(answer.body
      ? (answer.json() as { data: any; errors: Record<string, string[]> })
      : { data: undefined, errors: {} }),
  }
}
await call('PUT', '/settings/email', { ...mailbox.settings, url: 'https://weft.example' })
const write = { subject: 'Hier: {{ subject }}', body: '{{ text }}\n\nIhr **Team**' }
const sent = async (tenant_id: string, to: string) => {
  await context.mailer.send(
    { tenant_id },
    { mail: workflowMail, variables: { subject: 'Bestellung', text: 'Hallo' }, to: [to], language: 'de', key: to },
  )
  return mailbox.to(to)
}

test('the kinds of mails are listed with what they are given, and a tenant sees its own kinds only', async () => {
  const all = (await call('GET', '/mail_templates')).data as { class_name: string; changed: string[] }[]
  assert.ok(all.some((mail) => mail.class_name === 'sign_in_code') && all.every((mail) => mail.changed.length === 0))
  const own = (await call('GET', '/own_mail_templates', undefined, boss)).data as { class_name: string }[]
  assert.ok(
    own.some((mail) => mail.class_name === 'workflow_mail') && !own.some((mail) => mail.class_name === 'sign_in_code'),
  )
  const { data } = await call('GET', '/mail_templates/sign_in_code')
  assert.deepEqual(data.variables.slice(0, 2), [
    { key: 'code', label: 'Code', sample: '482913', hidden: true, common: false },
    { key: 'valid_for', label: 'How long it is valid', sample: '10 minutes', hidden: false, common: false },
  ])
  assert.deepEqual([data.wordings.en.subject, data.wordings.en.changed], ['Your sign-in code', false])
  assert.equal((await call('GET', '/mail_templates/nothing')).status, 404)
  assert.equal((await call('GET', '/own_mail_templates/sign_in_code', undefined, boss)).status, 404)
})

test('the provider words a mail for everybody, a tenant for itself, and both put it back', async () => {
  assert.equal((await call('PUT', '/mail_templates/workflow_mail/de', write)).status, 200)
  assert.deepEqual(
    ((await call('GET', '/mail_templates')).data as { class_name: string; changed: string[] }[]).find(
      (mail) => mail.class_name === 'workflow_mail',
    )!.changed,
    ['de'],
  )
  const first = await sent(tenant.tenant_id, 'one@example.test')
  assert.deepEqual([first.subject, first.text], ['Hier: Bestellung', 'Hallo\n\nIhr Team\n'])

  assert.equal(
    (await call('GET', '/own_mail_templates/workflow_mail', undefined, boss)).data.wordings.de.subject,
    write.subject,
  )
  await call(
    'PUT',
    '/own_mail_templates/workflow_mail/de',
    { subject: '{{ subject }} von uns', body: '{{ text }}' },
    boss,
  )
  assert.deepEqual(
    [
      (await sent(tenant.tenant_id, 'two@example.test')).subject,
      (await sent(other.tenant_id, 'three@example.test')).subject,
    ],
    ['Bestellung von uns', 'Hier: Bestellung'],
  )
  assert.equal((await call('GET', '/mail_templates/workflow_mail')).data.wordings.de.subject, write.subject)
  assert.equal(
    (await call('GET', '/own_mail_templates/workflow_mail', undefined, neighbour)).data.wordings.de.subject,
    write.subject,
  )

  assert.equal((await call('DELETE', '/own_mail_templates/workflow_mail/de', undefined, boss)).status, 204)
  assert.equal((await sent(tenant.tenant_id, 'four@example.test')).subject, 'Hier: Bestellung')
  assert.equal((await call('DELETE', '/mail_templates/workflow_mail/de')).status, 204)
  assert.equal((await sent(tenant.tenant_id, 'five@example.test')).subject, 'Bestellung')
})

test('a value that nobody gives is an error at its field, as is a text that cannot be read', async () => {
  const { status, errors } = await call('PUT', '/mail_templates/invitation/en', {
    subject: 'Hi {{ nobody }}',
    body: '{{ greeting }} {{ code }}',
  })
  assert.deepEqual(
    [status, errors],
    [422, { subject: ['There is no value called "nobody".'], body: ['There is no value called "code".'] }],
  )
  assert.deepEqual(
    (
      await call('POST', '/mail_templates/preview', {
        class_name: 'invitation',
        language: 'en',
        subject: '{{ ',
        body: 'x',
      })
    ).errors,
    { subject: ['Character 1: "{{" is never closed by "}}".'] },
  )
  assert.equal((await call('PUT', '/mail_templates/invitation/fr', write)).status, 422)
})

test('a preview has the samples, or the values of the last mail of the kind, of which a tenant’s stay its own', async () => {
  const preview = async (class_name: string, more = {}, headers = admin as Record<string, string>) =>
    (
      await call(
        'POST',
        `/${headers === admin ? '' : 'own_'}mail_templates/preview`,
        { class_name, language: 'en', ...more },
        headers,
      )
    ).data
  const before = await preview('support_request')
  assert.deepEqual([before.subject, before.record], ['Support request 1042: The import stops', null])
  await context.mailer.send(
    {},
    {
      mail: supportRequest,
      variables: { number: 7, subject: 'Help', comment: 'Why?', asker: 'kim@hanse.example', contact: '' },
      to: ['support@example.test'],
      language: 'en',
      key: 'support:7',
    },
  )
  const after = await preview('support_request', { body: '{{ asker }}: {{ comment }}' })
  assert.deepEqual([after.subject, after.record.title], ['Support request 7: Help', 'Support request 7: Help'])
  assert.match(after.html, /kim@hanse\.example: Why\?/)

  await context.mailer.send(
    { tenant_id: tenant.tenant_id },
    {
      mail: workflowFailed,
      variables: { workflow: 'Secret orders', what: 'a run has failed', count: 1, runs: '', more: '' },
      to: ['x@example.test'],
      language: 'en',
      key: 'failed',
    },
  )
  assert.equal((await preview('workflow_failed', {}, boss)).subject, 'Secret orders: a run has failed')
  assert.equal((await preview('workflow_failed', {}, neighbour)).subject, 'Import orders: a run has failed')
  assert.equal((await preview('workflow_failed')).subject, 'Import orders: a run has failed')
})

test('the layout surrounds every mail, is tried before it is saved, and knows only what every mail has', async () => {
  const layout = { name: 'Elbe', colour: '#0b7285', footer_en: 'Elbe GmbH, {{ email }}' }
  const tried = (await call('POST', '/mail_templates/preview', { class_name: 'invitation', language: 'en', layout }))
    .data
  assert.match(tried.html, /#0b7285[^]*Elbe GmbH, root@admin\.test/)
  assert.deepEqual(
    [
      tried.subject,
      (await call('POST', '/mail_templates/preview', { class_name: 'invitation', language: 'en' })).data.subject,
    ],
    ['Welcome to Elbe', 'Welcome to Weft'],
  )
  assert.deepEqual((await call('PUT', '/settings/mail_layout', { footer_de: '{{ code }}' })).errors, {
    footer_de: ['There is no value called "code".'],
  })
  assert.equal((await call('PUT', '/settings/mail_layout', { colour: 'red' })).status, 422)
  await call('PUT', '/settings/mail_layout', layout)
  assert.match(
    await registry.metrics(),
    /weft_isolated_tasks_total\{task="render_letter",outcome="done"\} \d/,
    'the words of a tenant are written by another process, as they were above',
  )
  assert.deepEqual(
    (
      await call('POST', '/mail_templates/test', {
        class_name: 'invitation',
        language: 'en',
        subject: 'Try {{ product }}',
        body: '{{ greeting }}\n\n[Go]({{ link }})',
      })
    ).data,
    { mail: 'sent', to: 'root@admin.test' },
  )
  const mail = await mailbox.to('root@admin.test')
  assert.deepEqual([mail.subject, mail.text.split('\n')[0]], ['Try Elbe', 'Hello,'])
  assert.match(mail.text, /Elbe GmbH, root@admin\.test/)
})

test('a logo comes along with every mail, and the copy of the log shows the name instead', async () => {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  assert.equal((await call('PUT', '/settings/mail_layout', { logo: 'https://elsewhere.test/logo.png' })).status, 422)
  assert.equal((await call('PUT', '/settings/mail_layout', { logo: `data:image/png;base64,${png}` })).status, 200)
  assert.ok(
    (await call('POST', '/mail_templates/preview', { class_name: 'invitation', language: 'en' })).data.html.includes(
      `<img src="data:image/png;base64,${png}" alt="Elbe"`,
    ),
  )
  await context.mailer.send(
    {},
    {
      mail: supportRequest,
      variables: { number: 8, subject: 'Logo', comment: '', asker: 'kim', contact: '' },
      to: ['logo@example.test'],
      language: 'en',
      key: 'logo',
    },
  )
  const { html, source, attachments } = await mailbox.to('logo@example.test')
  assert.match(html, /<img src="cid:logo@weft" alt="Elbe"/)
  assert.match(source, /Content-Id: <logo@weft>/i)
  assert.deepEqual(attachments, [])
  const [{ id }] = (await call('GET', '/settings/email/log?searchTerm=logo@example')).data
  assert.match((await call('GET', `/settings/email/log/${id}`)).data.html, />Elbe<\/p>/)

  // Without a logo of its own the layout shows the company's.
  await call('PUT', '/settings/mail_layout', { logo: '' })
  const payload = Buffer.concat([
    Buffer.from(
      '--x\r\ncontent-disposition: form-data; name="file"; filename="logo.png"\r\ncontent-type: image/png\r\n\r\n',
    ),
    Buffer.from(png, 'base64'),
    Buffer.from('\r\n--x--\r\n'),
  ])
  const brought = await server.app.inject({
    method: 'POST',
    url: '/api/app/company/picture',
    headers: { ...admin, 'content-type': 'multipart/form-data; boundary=x' },
    payload,
  })
  const { logo } = brought.json().data
  for (const layout of [undefined, { logo: '' }])
    assert.ok(
      (
        await call('POST', '/mail_templates/preview', {
          class_name: 'invitation',
          language: 'en',
          ...(layout && { layout }),
        })
      ).data.html.includes(`<img src="${logo}" alt="Elbe"`),
    )
  await context.mailer.send(
    {},
    {
      mail: supportRequest,
      variables: { number: 9, subject: 'Logo', comment: '', asker: 'kim', contact: '' },
      to: ['company@example.test'],
      language: 'en',
      key: 'company logo',
    },
  )
  assert.match((await mailbox.to('company@example.test')).html, /<img src="cid:logo@weft" alt="Elbe"/)
})

test('who may only look, words nothing', async () => {
  assert.equal((await call('PUT', '/own_mail_templates/workflow_mail/de', write, viewer)).status, 403)
  assert.equal((await call('PUT', '/mail_templates/workflow_mail/de', write, boss)).status, 403)
  assert.equal((await call('GET', '/mail_templates', undefined, boss)).status, 403)
})
