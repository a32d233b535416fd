import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defineMail } from '@weft/kit/define/mail.ts'
import { mailLayout } from '@weft/kit/define/mail-layout.ts'
import { renderMail, onColour, valuesOf } from './render-mail.ts'

const layout = mailLayout.parse({
  name: 'Elbe',
  colour: '#0b7285',
  header_en: '',
  footer_en: 'From {{ product }} to {{ email }}.',
})
const word = { label: { en: '', de: '' }, sample: '' }
const mail = defineMail({
  name: 'letter',
  area: 'system',
  scope: 'provider',
  layout: 'installation',
  labels: { title: word.label, help: word.label },
  variables: { text: word, link: { ...word, hidden: true }, code: { ...word, hidden: true } },
  subject: { en: '{{ text }}', de: '{{ text }}' },
  body: { en: '', de: '' },
})
const given = { text: 'Hi', link: 'https://weft.example/a#token=1&b=2', code: '123456' }
const reader = { name: 'Ada', email: 'ada@example.test', language: 'en' as const }
const written = (body: string, more: Partial<typeof given> = {}, masked = false) =>
  renderMail(
    mail,
    { subject: mail.subject.en, body },
    valuesOf(mail, { ...given, ...more }, reader, layout, 'https://weft.example', { masked }),
    layout,
    'en',
  )
const body = (html: string) => /color:#0b7285">Elbe<\/p>\n\n([^]*?)\n<\/td>/.exec(html)![1]!

test('a mail has a subject, an HTML body within the layout and a text body', () => {
  const { subject, html, text } = written('{{ greeting }}\n\n**{{ text }}** and *more*')
  assert.equal(subject, 'Hi')
  assert.equal(text, 'Hello Ada,\n\nHi and more\n\nFrom Elbe to ada@example.test.\n')
  assert.equal(
    body(html),
    '<p style="margin:0 0 16px">Hello Ada,</p>\n<p style="margin:0 0 16px"><strong>Hi</strong> and <em>more</em></p>',
  )
  assert.match(html, /From Elbe to ada@example\.test\./)
})

test('a link alone in its paragraph is a button, a value in backticks alone a code', () => {
  const { html, text } = written('[Set a password]({{ link }})\n\n`{{ code }}`')
  assert.match(
    html,
    /<a href="https:\/\/weft\.example\/a#token=1&amp;b=2" style="display:inline-block[^>]*>Set a password<\/a>/,
  )
  assert.match(html, />123456<\/p>/)
  assert.match(text, /^Set a password:\nhttps:\/\/weft\.example\/a#token=1&b=2\n\n123456\n/)
})

test('nothing in a value is markup, and no link leads to anything but a page or a mailbox', () => {
  const { html, text, subject } = written('{{ text }}\n\n[x]({{ link }})', {
    text: '<img src=x> [a](https://evil.test) **b**\r\nBcc: c',
    link: 'javascript:alert(1)',
  })
  assert.equal(
    body(html),
    '<p style="margin:0 0 16px">&lt;img src=x&gt; [a](https://evil.test) **b**<br>Bcc: c</p>\n<p style="margin:0 0 16px">x</p>',
  )
  assert.match(text, /<img src=x> \[a\]/)
  assert.equal(subject, '<img src=x> [a](https://evil.test) **b** Bcc: c')
  assert.match(body(written('<b>raw</b> tags').html), /&lt;b&gt;raw&lt;\/b&gt; tags/)
})

test('lines of a value stay lines, addresses in it can be followed, and a paragraph without values is left out', () => {
  const { html, text } = written('{{ text }}\n\n{{ code }}\n\nend', {
    text: 'One\nhttps://weft.example/x?a=1&b=2',
    code: '',
  })
  assert.equal(
    body(html),
    '<p style="margin:0 0 16px">One<br><a href="https://weft.example/x?a=1&amp;b=2" style="color:#0b7285">https://weft.example/x?a=1&amp;b=2</a></p>\n<p style="margin:0 0 16px">end</p>',
  )
  assert.match(text, /^One\nhttps:\/\/weft\.example\/x\?a=1&b=2\n\nend\n/)
})

test('what is hidden is not in the copy', () => {
  const { html, text } = written('[Set]({{ link }})\n\n`{{ code }}`', {}, true)
  assert.doesNotMatch(html + text, /token|123456/)
  assert.match(text, /Set:\n••••••/)
})

test('headings, lists, quotes and rules', () => {
  const { text, html } = written(
    '# Title\n\n- one\n- [two](https://weft.example)\n\n1. first\n2. second\n\n> said\n\n---',
  )
  assert.match(text, /^Title\n\n- one\n- two \(https:\/\/weft\.example\)\n\n1\. first\n2\. second\n\n> said\n\n--\n/)
  assert.match(html, /<h2[^>]*>Title<\/h2>\n<ul[^>]*><li[^>]*>one<\/li><li[^>]*><a href="https:\/\/weft\.example"/)
})

test('a button can be read on any colour', () => {
  assert.deepEqual(['#4f46e5', '#ffd43b', '#000000', '#ffffff'].map(onColour), ['#fff', '#000', '#fff', '#000'])
})
