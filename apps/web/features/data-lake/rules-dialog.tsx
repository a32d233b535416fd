import { Button, NumberInput, Skeleton } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Note } from '@weft/kit/ui/bits.tsx'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import s from './data-lake.module.css'
import { lakePath } from './lake.ts'

const texts = defineMessages({
  title: { en: 'Rules of “{folder}”', de: 'Regeln für „{folder}“' },
  storage: { en: 'the storage', de: 'den Speicher' },
  about: {
    en: 'They hold for the files of this folder and those below it, as far as no nearer folder has rules of its own.',
    de: 'Sie gelten für die Dateien dieses Ordners und darunter, soweit kein näherer Ordner eigene Regeln hat.',
  },
  inherited: {
    en: 'Until now the rules of “{folder}” hold here.',
    de: 'Bisher gelten hier die Regeln für „{folder}“.',
  },
  versions: { en: 'Earlier contents of a file to keep', de: 'Frühere Inhalte einer Datei aufbewahren' },
  versionsHelp: {
    en: '0: none. Counts for uploads and workflows; what SFTP users overwrite is not kept.',
    de: '0: keine. Gilt für Uploads und Workflows; was SFTP-Benutzer überschreiben, wird nicht aufbewahrt.',
  },
  days: { en: 'Keep them for (days)', de: 'Aufbewahren für (Tage)' },
  retention: { en: 'Delete files not written for (days)', de: 'Dateien löschen, nicht geschrieben seit (Tage)' },
  retentionHelp: { en: 'Empty: they are never deleted.', de: 'Leer: Sie werden nie gelöscht.' },
  save: { en: 'Save', de: 'Speichern' },
  saved: { en: 'Rules saved', de: 'Regeln gespeichert' },
})

const path = `${lakePath}/rules`
const none = { keep_versions: 0, version_days: 30, retention_days: null as number | null }

/** What becomes of the files of a folder: which earlier contents are kept, and when files go. */
export function RulesDialog({ folder, onClose }: { folder: string; onClose: () => void }) {
  const t = useTexts(texts)
  const { data: rules } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => api.get(path, {}, { signal }).then(({ data }) => data),
    gcTime: 0,
  })
  const title = t.title({ folder: folder || t.storage() })
  if (!rules)
    return (
      <Dialog onClose={onClose} title={title} size={480}>
        <Skeleton height={160} />
      </Dialog>
    )
  const own = rules.find((rule) => rule.path === folder)
  const above = rules
    .filter((rule) => rule.path === '' || folder.startsWith(`${rule.path}/`))
    .toSorted((a, b) => b.path.length - a.path.length)[0]
  return (
    <Form
      title={title}
      folder={folder}
      value={own ?? above ?? none}
      above={own ? undefined : above && (above.path || t.storage())}
      onClose={onClose}
    />
  )
}

type Values = typeof none

function Form({
  title,
  folder,
  value: { keep_versions, version_days, retention_days },
  above,
  onClose,
}: {
  title: string
  folder: string
  value: Values
  above: string | undefined
  onClose: () => void
}) {
  const t = useTexts(texts)
  const [value, setValue] = useState<Values>({ keep_versions, version_days, retention_days })
  const { busy, send, errorAt } = useSubmit()
  const save = () =>
    send(async () => {
      await api.post(path, { ...value, path: folder }, { quiet: true })
      toast({ title: t.saved(), tone: 'green' })
      await refresh(path)
      onClose()
    })
  const field = (name: keyof Values) => ({
    value: value[name] ?? '',
    error: errorAt(name),
    allowDecimal: false,
    onChange: (given: number | string) =>
      setValue({ ...value, [name]: given === '' ? (name === 'retention_days' ? null : none[name]) : Number(given) }),
  })
  const action = (
    <Button loading={busy} onClick={() => void save()}>
      {t.save()}
    </Button>
  )
  return (
    <Dialog onClose={onClose} title={title} size={480} actions={action}>
      <div className={s['rules']}>
        <p className="muted">{t.about()}</p>
        {above && <Note>{t.inherited({ folder: above })}</Note>}
        <NumberInput
          label={t.versions()}
          description={t.versionsHelp()}
          min={0}
          max={100}
          data-autofocus
          {...field('keep_versions')}
        />
        <NumberInput label={t.days()} min={1} max={3650} {...field('version_days')} />
        <NumberInput
          label={t.retention()}
          description={t.retentionHelp()}
          min={1}
          max={3650}
          {...field('retention_days')}
        />
      </div>
    </Dialog>
  )
}
