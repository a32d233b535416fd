import { IconFile, IconPaperclip } from '@tabler/icons-react'
import type { Answer } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Facts, Note } from '@weft/kit/ui/bits.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { ResultTable } from '@weft/kit/ui/result-table.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { FilesPath } from './api.ts'
import s from './file-explorer.module.css'

const texts = defineMessages({
  preview: { en: 'Preview', de: 'Vorschau' },
  binary: { en: 'This file cannot be shown.', de: 'Diese Datei kann nicht angezeigt werden.' },
  seen: { en: '{columns} columns, {entries} entries{more}', de: '{columns} Spalten, {entries} Einträge{more}' },
  andMore: { en: ' and more', de: ' und mehr' },
  beginning: { en: 'the beginning of it', de: 'der Anfang davon' },
  pages: { en: '{count, plural, one {# page} other {# pages}}', de: '{count, plural, one {# Seite} other {# Seiten}}' },
  page: { en: 'Page {number}', de: 'Seite {number}' },
  firstPages: {
    en: 'The text of the first {count} pages is shown.',
    de: 'Der Text der ersten {count} Seiten wird gezeigt.',
  },
  noWords: {
    en: 'No text on this page; it may be a picture.',
    de: 'Kein Text auf dieser Seite; sie ist vielleicht ein Bild.',
  },
  pixels: { en: '{width} × {height} pixels', de: '{width} × {height} Bildpunkte' },
  files: {
    en: '{count, plural, one {# file} other {# files}}{more}',
    de: '{count, plural, one {# Datei} other {# Dateien}}{more}',
  },
  name: { en: 'Name', de: 'Name' },
  size: { en: 'Size', de: 'Größe' },
  changed: { en: 'Changed', de: 'Geändert' },
  subject: { en: 'Subject', de: 'Betreff' },
  from: { en: 'From', de: 'Von' },
  to: { en: 'To', de: 'An' },
  cc: { en: 'Copy to', de: 'Kopie an' },
  sent: { en: 'Sent', de: 'Gesendet' },
  attachments: { en: 'Attachments', de: 'Anhänge' },
  text: { en: 'Text', de: 'Text' },
})

type Previewed = Answer<'GET', `${FilesPath}/preview`>['data']
type Of<K extends Previewed['kind']> = Extract<Previewed, { kind: K }>

/** What a file holds: records, pages, a picture, a mail, the files of an archive, or its text. */
export function Preview({ name, of }: { name: string; of: Previewed }) {
  if (of.kind === 'records') return <Records of={of} />
  if (of.kind === 'picture') return <Picture name={name} of={of} />
  if (of.kind === 'pdf') return <Pages of={of} />
  if (of.kind === 'mail') return <Mail of={of} />
  if (of.kind === 'archive') return <Archive of={of} />
  return <Words of={of} />
}

function Records({ of }: { of: Of<'records'> }) {
  const t = useTexts(texts)
  const { number, bytes } = useFormats()
  return (
    <>
      <p className={s['seen']}>
        {bytes(of.size)} · {of.type.toUpperCase()} ·{' '}
        {t.seen({
          columns: of.columns.length,
          entries: number(of.entries),
          more: of.complete ? '' : t.andMore(),
        })}
      </p>
      <ResultTable label={t.preview()} columns={of.columns} rows={of.rows} />
    </>
  )
}

function Picture({ name, of }: { name: string; of: Of<'picture'> }) {
  const t = useTexts(texts)
  const { number, bytes } = useFormats()
  return (
    <>
      <p className={s['seen']}>
        {bytes(of.size)} · {t.pixels({ width: number(of.width), height: number(of.height) })}
      </p>
      <div className={s['picture']}>
        <img src={of.source} alt={name} />
      </div>
    </>
  )
}

function Pages({ of }: { of: Of<'pdf'> }) {
  const t = useTexts(texts)
  const { bytes } = useFormats()
  return (
    <>
      <p className={s['seen']}>
        {[bytes(of.size), t.pages({ count: of.total }), of.title].filter(Boolean).join(' · ')}
      </p>
      {of.pages.length < of.total && <Note>{t.firstPages({ count: of.pages.length })}</Note>}
      <div className={s['pages']} tabIndex={0} role="group" aria-label={t.preview()}>
        {of.pages.map((text, i) => (
          <section key={i} className={s['page']} aria-label={t.page({ number: i + 1 })}>
            <h3>{t.page({ number: i + 1 })}</h3>
            {text.trim() === '' ? <p className="muted">{t.noWords()}</p> : <p>{text}</p>}
          </section>
        ))}
      </div>
    </>
  )
}

function Mail({ of }: { of: Of<'mail'> }) {
  const t = useTexts(texts)
  const { bytes, dateTime } = useFormats()
  return (
    <>
      <Facts
        facts={[
          [t.subject(), of.subject || '–'],
          [t.from(), of.from || '–'],
          [t.to(), of.to || '–'],
          of.cc !== '' && [t.cc(), of.cc],
          [t.sent(), dateTime(of.sent_at)],
        ]}
      />
      {of.attachments.length > 0 && (
        <ul className={s['attachments']} aria-label={t.attachments()}>
          {of.attachments.map(({ name, size }, i) => (
            <li key={i}>
              <IconPaperclip size={14} aria-hidden /> {name} <span className="muted">{bytes(size)}</span>
            </li>
          ))}
        </ul>
      )}
      <pre className={s['text']} tabIndex={0} aria-label={t.text()}>
        {of.text}
      </pre>
    </>
  )
}

function Archive({ of }: { of: Of<'archive'> }) {
  const t = useTexts(texts)
  const { bytes, dateTime } = useFormats()
  const rows = of.entries.map(({ name, size, modified_at }) => ({
    [t.name()]: name,
    [t.size()]: bytes(size),
    [t.changed()]: dateTime(modified_at),
  }))
  return (
    <>
      <p className={s['seen']}>
        {bytes(of.size)} · {t.files({ count: of.entries.length, more: of.complete ? '' : t.andMore() })}
      </p>
      <ResultTable label={t.preview()} columns={[t.name(), t.size(), t.changed()]} rows={rows} />
    </>
  )
}

function Words({ of }: { of: Of<'text'> }) {
  const t = useTexts(texts)
  const { bytes } = useFormats()
  if (of.text === '') return <EmptyState small icon={IconFile} title={t.binary()} text={of.reason} />
  return (
    <>
      <p className={s['seen']}>{[bytes(of.size), !of.complete && t.beginning()].filter(Boolean).join(' · ')}</p>
      {of.reason && <Note tone="amber">{of.reason}</Note>}
      <pre className={s['text']} tabIndex={0} aria-label={t.text()}>
        {of.text}
      </pre>
    </>
  )
}
