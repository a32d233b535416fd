import { Button, Textarea } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Avatar } from '@weft/kit/ui/bits.tsx'
import { Ago } from '@weft/kit/ui/cells.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useState } from 'react'
import s from './comments.module.css'

const texts = defineMessages({
  title: { en: 'Comments', de: 'Kommentare' },
  write: { en: 'Comment', de: 'Kommentar' },
  hint: { en: 'For the others: what you know of this cause', de: 'Für die anderen: was Sie über diese Ursache wissen' },
  send: { en: 'Add comment', de: 'Kommentar hinzufügen' },
})

type Entry = {
  id: string
  author: string
  created_at: string
  comment: string
  /** What they have done, where it is more than saying something. */
  done?: string | undefined
}

/** What people say of a cause to one another, and what they have done about it. */
export function Comments({
  entries,
  add: onAdd,
}: {
  entries: readonly Entry[]
  add: (comment: string) => Promise<void>
}) {
  const t = useTexts(texts)
  const may = useMay()
  const [comment, setComment] = useState('')
  const { busy, errorAt, send } = useSubmit()
  const add = () =>
    send(async () => {
      await onAdd(comment)
      setComment('')
    })
  return (
    <section className={s['comments']} aria-label={t.title()}>
      <h2>{t.title()}</h2>
      <ul>
        {entries.map((one) => (
          <li key={one.id}>
            <Avatar name={one.author} size={24} />
            <div>
              <b>{one.author}</b> {one.done}{' '}
              <small>
                <Ago at={one.created_at} />
              </small>
              {one.comment && <p>{one.comment}</p>}
            </div>
          </li>
        ))}
      </ul>
      {may('jobs.run') && (
        <form onSubmit={(event) => (event.preventDefault(), void add())}>
          <Textarea
            aria-label={t.write()}
            placeholder={t.hint()}
            autosize
            minRows={1}
            maxRows={8}
            maxLength={5_000}
            value={comment}
            error={errorAt('comment')}
            onChange={({ currentTarget }) => setComment(currentTarget.value)}
          />
          <Button type="submit" size="xs" variant="default" loading={busy} disabled={comment.trim() === ''}>
            {t.send()}
          </Button>
        </form>
      )}
    </section>
  )
}
