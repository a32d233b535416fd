import { ActionIcon, Button, TextInput, Textarea } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api, ApiError } from '@weft/kit/ui/api.ts'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { DropZone } from '@weft/kit/ui/drop-zone.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useLimits } from '@weft/kit/ui/limits.ts'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useSubmit } from '@weft/kit/ui/submit.ts'
import { session } from '@weft/kit/ui/session.ts'
import { useRequired, useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { IconSend, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import s from './help.module.css'
import { requestsPath, useMailText, type RequestKind } from './request.tsx'

const texts = defineMessages({
  write: { en: 'Write request', de: 'Anfrage schreiben' },
  subject: { en: 'Subject', de: 'Betreff' },
  comment: { en: 'Comment', de: 'Kommentar' },
  commentHelp: {
    en: 'What did you do, what happened, and what did you expect?',
    de: 'Was haben Sie getan, was ist geschehen, und was hatten Sie erwartet?',
  },
  contact: { en: 'Contact person', de: 'Ansprechpartner' },
  contactHelp: { en: 'Whom the provider should turn to.', de: 'An wen sich der Anbieter wenden soll.' },
  files: { en: 'Files to send', de: 'Dateien zum Senden' },
  drop: { en: 'Remove {name}', de: '{name} entfernen' },
  tooMany: {
    en: 'At most {count, plural, one {# file} other {# files}}.',
    de: 'Höchstens {count, plural, one {# Datei} other {# Dateien}}.',
  },
  send: { en: 'Send request', de: 'Anfrage senden' },
  sent: { en: 'Request {number} is on record', de: 'Anfrage {number} ist erfasst' },
  withoutFiles: {
    en: 'Request {number} is on record, but without its files',
    de: 'Anfrage {number} ist erfasst, aber ohne ihre Dateien',
  },
})

/** A new support request: what happened, whom to turn to, and files within the limits of the installation. */
export function WriteRequest({
  kind = 'support',
  project,
  onClose,
}: {
  kind?: RequestKind | undefined
  /** The project it is about. */
  project?: string | undefined
  onClose: () => void
}) {
  const t = useTexts(texts)
  const mailText = useMailText()
  const { bytes } = useFormats()
  const limits = useLimits()
  const [value, setValue] = useState({ subject: '', comment: '', contact_person: session.get().user?.name ?? '' })
  const [files, setFiles] = useState<File[]>([])
  const { busy, errors, setErrors, send, refuse, errorAt } = useSubmit()
  const required = useRequired()
  const [progress, setProgress] = useState<number>()

  const field = (name: keyof typeof value) => ({
    value: value[name],
    error: errorAt(name),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      setValue({ ...value, [name]: currentTarget.value })
      setErrors({ ...errors, [name]: [] })
    },
  })
  const add = (more: File[]) => {
    const all = [...files, ...more]
    if (all.length > limits.files) return setErrors({ ...errors, files: [t.tooMany({ count: limits.files })] })
    setErrors({ ...errors, files: [] })
    setFiles(all)
  }
  const attach = async (id: string) => {
    if (files.length === 0) return true
    try {
      await api.upload(`${requestsPath}/${id}/files`, files, setProgress)
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return false
    }
  }
  const write = async () => {
    const missing = (['subject', 'comment'] as const).filter((name) => value[name].trim() === '')
    if (refuse(Object.fromEntries(missing.map((name) => [name, [required(t[name]())]])))) return
    await send(async () => {
      const { data: made } = await api.post(requestsPath, { ...value, kind, ...(project && { project_id: project }) })
      const attached = await attach(made.id)
      const { data: told } = await api.post(`${requestsPath}/${made.id}/send`)
      toast({
        title: (attached ? t.sent : t.withoutFiles)({ number: made.number }),
        message: mailText(told.mail),
        tone: attached ? 'green' : 'amber',
      })
      onClose()
    })
    setProgress(undefined)
    await refresh(requestsPath)
  }
  const action = (
    <Button loading={busy} leftSection={<IconSend size={15} />} onClick={() => void write()}>
      {t.send()}
    </Button>
  )
  return (
    <Dialog onClose={onClose} title={t.write()} size={620} actions={action}>
      <div className={s['form']}>
        <TextInput label={t.subject()} required maxLength={191} {...field('subject')} />
        <Textarea
          label={t.comment()}
          description={t.commentHelp()}
          required
          rows={6}
          maxLength={20_000}
          {...field('comment')}
        />
        <TextInput label={t.contact()} description={t.contactHelp()} maxLength={191} {...field('contact_person')} />
        <DropZone
          onFiles={add}
          maxBytes={limits.megabytes * 1e6}
          maxFiles={limits.files}
          disabled={busy}
          progress={progress}
        />
        {errors['files']?.[0] && <p role="alert">{errors['files'][0]}</p>}
        {files.length > 0 && (
          <ul className={s['files']} aria-label={t.files()}>
            {files.map((file, i) => (
              <li key={i}>
                {file.name} <span className="muted">{bytes(file.size)}</span>
                <ActionIcon
                  size="xs"
                  aria-label={t.drop({ name: file.name })}
                  disabled={busy}
                  onClick={() => setFiles(files.filter((_, at) => at !== i))}
                >
                  <IconX size={14} />
                </ActionIcon>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}
