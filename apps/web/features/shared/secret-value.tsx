import { Button } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { IconLock } from '@tabler/icons-react'
import { useState, type MouseEvent } from 'react'

const texts = defineMessages({
  since: { en: '•••• set on {date}', de: '•••• gesetzt am {date}' },
  none: { en: 'No value yet', de: 'Noch kein Wert' },
  looks: { en: 'Looks like a secret', de: 'Sieht wie ein Geheimnis aus' },
  convert: { en: 'Keep as a secret', de: 'Als Geheimnis aufbewahren' },
  convertNamed: { en: 'Keep {name} as a secret', de: '{name} als Geheimnis aufbewahren' },
  converted: {
    en: 'It is a secret now: encrypted, and out of the audit log.',
    de: 'Der Wert ist jetzt ein Geheimnis: verschlüsselt und aus dem Audit-Protokoll entfernt.',
  },
  sure: { en: 'Keep this value as a secret?', de: 'Diesen Wert als Geheimnis aufbewahren?' },
  sureText: {
    en: 'It is encrypted and never shown again. Steps of workflows go on reading it; mappings do not read secrets.',
    de: 'Er wird verschlüsselt und nie wieder angezeigt. Schritte von Workflows lesen ihn weiterhin; Mappings lesen keine Geheimnisse.',
  },
  clear: { en: 'Clear secret', de: 'Geheimnis leeren' },
  clearSure: { en: 'Clear this secret?', de: 'Dieses Geheimnis leeren?' },
  clearText: {
    en: 'Workflows that read it fail until a new one is entered.',
    de: 'Workflows, die es lesen, schlagen fehl, bis ein neues eingetragen ist.',
  },
  cleared: { en: 'The secret is empty now.', de: 'Das Geheimnis ist jetzt leer.' },
})

/** That there is a secret and since when, never what it is. */
export function SecretSince({ at }: { at: string | null }) {
  const t = useTexts(texts)
  const formats = useFormats()
  return at ? <span>{t.since({ date: formats.date(at) })}</span> : <span className="muted">{t.none()}</span>
}

/** Offers to keep a text as a secret; one click and a yes. `path` is the list it stands in. */
export function ConvertToSecret({
  path,
  entry: { id, name },
  may,
}: {
  path: '/config_values' | `/${'clients' | 'partners'}/${string}/variables`
  entry: { id: string; name: string }
  may: boolean
}) {
  const t = useTexts(texts)
  const [busy, setBusy] = useState(false)
  const convert = async (event: MouseEvent) => {
    event.stopPropagation()
    if (!(await confirm({ title: t.sure(), text: t.sureText(), action: t.convert() }))) return
    setBusy(true)
    try {
      await api.put(`${path}/${id}`, { kind: 'secret' })
      toast({ title: name, message: t.converted(), tone: 'green' })
      await refresh(path)
    } finally {
      setBusy(false)
    }
  }
  return (
    <span>
      {t.looks()}{' '}
      {may && (
        <Button
          size="compact-xs"
          variant="light"
          leftSection={<IconLock size={13} />}
          loading={busy}
          aria-label={t.convertNamed({ name })}
          onClick={(event) => void convert(event)}
        >
          {t.convert()}
        </Button>
      )}
    </span>
  )
}

/** Takes the value of a secret away and leaves its name. */
export function ClearSecret({ path, id }: { path: string; id: string }) {
  const t = useTexts(texts)
  const clear = async () => {
    if (!(await confirm({ title: t.clearSure(), text: t.clearText(), action: t.clear(), danger: true }))) return
    await api.delete(`${path}/${id}/secret`)
    toast({ title: t.clear(), message: t.cleared(), tone: 'green' })
    await refresh(path)
  }
  return (
    <Button variant="default" onClick={() => void clear()}>
      {t.clear()}
    </Button>
  )
}
