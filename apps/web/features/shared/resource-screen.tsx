import type { Resource } from '@weft/kit/define/resource.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useOptionalPathParam } from '@weft/kit/ui/address.ts'
import type { Aside } from '@weft/kit/ui/entry-form.tsx'
import { Page } from '@weft/kit/ui/page.tsx'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { ResourceForm, useEntryAt, type Saved } from '@weft/kit/ui/resource-form.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { inSentence, useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { HistoryButton } from './definition-history.tsx'
import { RemoveEntry } from './remove-entry.tsx'

const texts = defineMessages({
  fresh: { en: 'Create {one}', de: '{one} anlegen' },
})

type Props = {
  resource: Resource
  /** The list this belongs to: where cancelling and deleting lead. */
  home: string
  /** The name of the address' parameter; without it a new entry is made. */
  param?: string
  /** Where a new entry opens once it is saved; back to the list when left out. */
  to?: (id: string) => string
  /** Values a new entry begins with. */
  initial?: Record<string, unknown>
  aside?: Aside
  actions?: ReactNode
  /** With the entry, unless it is gone. */
  onSaved?: (entry?: Saved) => void
}

/** What of the resources is a definition, with versions of its own. */
const withHistory: ReadonlySet<string> = new Set(['mappings', 'queues', 'text_templates'])

/** The page of one entry of a resource: its form, and deleting it. */
export function ResourceScreen({ resource, home, param, to, initial, aside, actions, onSaved }: Props) {
  const t = useTexts(texts)
  const read = useLabel()
  const language = useLanguage()
  const navigate = useNavigate()
  const may = useMay()
  const id = useOptionalPathParam(param ?? '')
  const one = read(resource.labels.one)
  const path = `/${resource.path}`
  const entry = useEntryAt(id && `${path}/${id}`).data?.row
  const name = entry && String(entry[resource.list.columns[0]!] ?? '')
  const isDefinition = withHistory.has(resource.table)

  return (
    <Page
      title={id ? (name ?? one) : t.fresh({ one: inSentence(one, language) })}
      bleed
      actions={
        <>
          {actions}
          {id && isDefinition && <HistoryButton id={id} name={name ?? one} mayName={may(`${resource.may}.update`)} />}
          {id && may(`${resource.may}.delete`) && (
            <RemoveEntry
              path={path}
              id={id}
              name={name ?? one}
              home={home}
              isDefinition={isDefinition}
              onRemoved={() => onSaved?.()}
            />
          )}
        </>
      }
    >
      <ResourceForm
        key={id}
        resource={resource}
        id={id}
        aside={aside}
        {...(initial && { initial })}
        readOnly={!may(`${resource.may}.${id ? 'update' : 'create'}`)}
        onCancel={() => void navigate({ to: home })}
        onSaved={(row) => {
          onSaved?.(row)
          if (!id) void navigate({ to: to?.(row.id) ?? home, ignoreBlocker: true })
        }}
      />
    </Page>
  )
}
