import { Button } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Badge, type Tone } from '@weft/kit/ui/bits.tsx'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { PanelRow } from '@weft/kit/ui/panel-row.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'

const texts = defineMessages({
  embedded: { en: 'Built in', de: 'Eingebaut' },
  inactive: { en: 'Inactive', de: 'Inaktiv' },
  edit: { en: 'Edit', de: 'Bearbeiten' },
  remove: { en: 'Delete {name}', de: '{name} löschen' },
  removeShort: { en: 'Delete', de: 'Löschen' },
  sure: { en: 'Delete “{name}”?', de: '„{name}“ löschen?' },
})

type Props = {
  path: string
  server: { id: string; name: string; embedded: boolean; active: boolean }
  icon: ReactNode
  tone: Tone
  title: string
  note: ReactNode
  /** When it can be deleted. */
  sureText: string
  onEdit: () => void
  actions?: ReactNode
  children: ReactNode
}

/** A server the provider registered; the one that is built in is neither changed nor deleted. */
export function RegisteredServer({
  path,
  server,
  icon,
  tone,
  title,
  note,
  sureText,
  onEdit,
  actions,
  children,
}: Props) {
  const t = useTexts(texts)
  const remove = async () => {
    if (
      !(await confirm({ title: t.sure({ name: server.name }), text: sureText, action: t.removeShort(), danger: true }))
    )
      return
    await api.delete(`${path}/${server.id}`)
    await refresh(path)
  }
  return (
    <PanelRow
      icon={icon}
      tone={tone}
      title={
        <>
          {title} {server.embedded && <Badge>{t.embedded()}</Badge>}{' '}
          {!server.active && <Badge tone="amber">{t.inactive()}</Badge>}
        </>
      }
      note={note}
      actions={
        <>
          {actions}
          {!server.embedded && (
            <>
              <Button variant="default" onClick={onEdit}>
                {t.edit()}
              </Button>
              <Button variant="subtle" aria-label={t.remove({ name: server.name })} onClick={() => void remove()}>
                <IconTrash size={15} />
              </Button>
            </>
          )}
        </>
      }
    >
      {children}
    </PanelRow>
  )
}
