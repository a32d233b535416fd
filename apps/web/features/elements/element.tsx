import { Button, MultiSelect, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ListRow } from '@weft/kit/contracts/client.ts'
import { api } from '@weft/kit/ui/api.ts'
import { useEntries } from '@weft/kit/ui/form/use-entries.ts'
import { Badge, StatusDot } from '@weft/kit/ui/bits.tsx'
import { Columns } from '@weft/kit/ui/columns.tsx'
import type { Crumb } from '@weft/kit/ui/crumbs.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { allAt, useSubmit } from '@weft/kit/ui/submit.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { SmallTable } from '@weft/kit/ui/small-table.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { useState } from 'react'
import { useLevel } from '../shared/level.ts'
import { limitsPath, type ListedElement } from './listed-element.ts'
import { State } from './state.tsx'
import { kindTexts, texts, typeTexts } from './texts.ts'
import s from './elements.module.css'

/** An element as a screen of its own. */
export const ElementDetails = ({ element, crumbs }: { element: ListedElement; crumbs: Crumb[] }) => (
  <Page title={element.title} subtitle={element.description} crumbs={crumbs} badge={<State element={element} />}>
    <ElementFacts element={element} />
  </Page>
)

/** What an element is, who may use it and where it is used. */
export function ElementFacts({ element }: { element: ListedElement }) {
  const t = useTexts(texts)
  const kinds = useTexts(kindTexts)
  const { ports, kind, effect, key, version, plugin_id } = element
  return (
    <Columns second={320}>
      <div className="stack">
        <Panel title={t.facts()}>
          <dl className={s['facts']}>
            <dt>{t.key()}</dt>
            <dd>
              <code className="mono">{key}</code>
            </dd>
            <dt>{t.kind()}</dt>
            <dd>
              {kinds[kind]()} <code className="mono">({kind})</code>
            </dd>
            <dt>{t.origin()}</dt>
            <dd>{plugin_id ?? t.builtIn()}</dd>
            <dt>{t.version()}</dt>
            <dd>{version}</dd>
            <dt>{t.inputs()}</dt>
            <dd>{ports.in.length > 0 ? ports.in.join(', ') : t.none()}</dd>
            <dt>{t.exits()}</dt>
            <dd>
              {ports.out.map((exit) => (ports.names[exit] ? `${ports.names[exit]} (${exit})` : exit)).join(', ')}
              {ports.by_config && `, ${t.bySettings()}`}
            </dd>
            {effect && (
              <>
                <dt>{t.effect()}</dt>
                <dd>
                  <Badge tone={effect === 'exactly_once' ? 'green' : 'amber'}>
                    {effect === 'exactly_once' ? t.exactlyOnce() : t.atLeastOnce()}
                  </Badge>
                </dd>
              </>
            )}
          </dl>
        </Panel>
        <Settings element={element} />
        {element.examples.length > 0 && <Examples element={element} />}
      </div>
      <div className="stack">
        <Who key={`${element.key} ${element.state}`} element={element} />
        <Uses element={element} />
      </div>
    </Columns>
  )
}

function Settings({ element: { config_schema } }: { element: ListedElement }) {
  const t = useTexts(texts)
  const types = useTexts(typeTexts)
  const isNamed = (type: string | undefined): type is keyof typeof typeTexts => type !== undefined && type in typeTexts
  const settings = Object.entries(config_schema.properties ?? {})
  return (
    <Panel title={t.settings()} bleed>
      <SmallTable columns={[t.setting(), t.key(), t.values(), t.fallback()]}>
        {settings.map(([name, { title, description, type, enum: choices, default: fallback }]) => (
          <tr key={name}>
            <td>
              {title ?? name}
              {description && <small>{description}</small>}
            </td>
            <td>
              <code className="mono">{name}</code>
            </td>
            <td>{choices ? choices.join(', ') : isNamed(type) ? types[type]() : '–'}</td>
            <td>
              {fallback === undefined ? '–' : <code className="mono">{JSON.stringify(fallback).slice(0, 120)}</code>}
            </td>
          </tr>
        ))}
        {settings.length === 0 && (
          <tr>
            <td colSpan={4}>{t.none()}</td>
          </tr>
        )}
      </SmallTable>
    </Panel>
  )
}

function Examples({ element: { examples } }: { element: ListedElement }) {
  const t = useTexts(texts)
  return (
    <Panel title={t.examples()}>
      <div className="stack">
        {examples.map((example, i) => (
          <div key={i} className={s['example']}>
            {(
              [
                ['settings', t.settings()],
                ['takes', t.takes()],
                ['gives', t.gives()],
              ] as const
            ).map(([part, title]) => (
              <div key={part}>
                <h3>{title}</h3>
                {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it */}
                <pre tabIndex={0}>{JSON.stringify(example[part], null, 2)}</pre>
              </div>
            ))}
          </div>
        ))}
      </div>
    </Panel>
  )
}

function Who({ element }: { element: ListedElement }) {
  const t = useTexts(texts)
  const may = useMay()
  const { kind, headers } = useLevel()
  const [state, setState] = useState(element.state)
  const [allowed, setAllowed] = useState(element.allowed)
  const { send, errorAt } = useSubmit(allAt('allowed'))
  const ofTenant = kind === 'client'
  const below = ofTenant ? '/projects' : '/clients'
  const { entries, cutOff, onSearchChange } = useEntries<ListRow<typeof below>>(below, {
    headers,
    enabled: state === 'assigned',
    chosen: allowed,
  })
  const save = () =>
    send(async () => {
      await api.put(
        `${limitsPath}/${element.key}`,
        { state, allowed: state === 'assigned' ? allowed : [] },
        { headers },
      )
      toast({ title: t.saved(), message: element.title, tone: 'green' })
      await refresh(limitsPath)
    })
  const isChanged = state !== element.state || JSON.stringify(allowed) !== JSON.stringify(element.allowed)
  return (
    <Panel title={t.who()}>
      <div className={s['who']}>
        {element.above && <State element={element} />}
        <SegmentedControl
          aria-label={t.who()}
          orientation="vertical"
          fullWidth
          disabled={!may('projects.update')}
          value={state}
          onChange={(value) => setState(value)}
          data={[
            { value: 'on', label: ofTenant ? t.everybodyProjects() : t.everybodyTenants() },
            { value: 'assigned', label: ofTenant ? t.someProjects() : t.someTenants() },
            { value: 'off', label: t.nobody() },
          ]}
        />
        {state === 'assigned' && (
          <MultiSelect
            label={t.assigned()}
            description={cutOff}
            data={entries.map(({ id, name }) => ({ value: id, label: name }))}
            value={allowed}
            onChange={setAllowed}
            searchable
            onSearchChange={onSearchChange}
            error={errorAt('allowed')}
            disabled={!may('projects.update')}
          />
        )}
        <p>{t.whoHelp()}</p>
        {may('projects.update') && (
          <Button disabled={!isChanged} onClick={() => void save()}>
            {t.save()}
          </Button>
        )}
      </div>
    </Panel>
  )
}

function Uses({ element: { key, workflows } }: { element: ListedElement }) {
  const t = useTexts(texts)
  const { kind, name, headers } = useLevel()
  const { data = [] } = useQuery({
    queryKey: [limitsPath, key, 'uses', name],
    enabled: workflows > 0,
    queryFn: async ({ signal }) => (await api.get(`${limitsPath}/${key}/uses`, {}, { signal, headers })).data,
  })
  return (
    <Panel title={t.uses()}>
      {workflows === 0 ? (
        <p className="muted">{t.unused()}</p>
      ) : (
        <ul className={s['uses']}>
          {data.map(({ workflow_id, workflow, tenant, active }) => (
            <li key={workflow_id}>
              <StatusDot tone={active ? 'green' : 'slate'}>{workflow}</StatusDot>
              <small>{kind === 'client' ? (active ? t.running() : t.resting()) : tenant}</small>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
