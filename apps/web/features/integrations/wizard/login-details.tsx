import { Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { directly, type Way } from '@weft/kit/connections/way.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { usePathParam } from '@weft/kit/ui/address.ts'
import { api } from '@weft/kit/ui/api.ts'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useSession } from '@weft/kit/ui/session.ts'
import { SettingsForm, withoutUntyped } from '@weft/kit/ui/settings-form.tsx'
import { notifyRest, useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useState } from 'react'
import { useConnectors, type ConnectorHere } from '../../connections/api.ts'
import { nameFrom } from '../../connections/name-from.ts'
import { Reached } from '../../connections/reached.tsx'
import { ChoiceCard } from '../choice-card.tsx'
import { SignInTest, type Verdict } from './sign-in-test.tsx'
import { DraftStepPage, NoDraft } from './steps.tsx'
import { useDraft, type OpenDraft } from './use-draft.ts'
import s from './login-details.module.css'

const texts = defineMessages({
  heading: { en: 'Sign in to {system}', de: 'An {system} anmelden' },
  text: {
    en: 'Details stay encrypted and are never shown again. The test runs by itself once the fields are complete.',
    de: 'Zugangsdaten bleiben verschlüsselt und werden nie wieder angezeigt. Die Prüfung läuft von selbst, sobald die Felder vollständig sind.',
  },
  connection: { en: 'Connection', de: 'Verbindung' },
  existing: { en: 'Use an existing one', de: 'Vorhandene verwenden' },
  fresh: { en: 'New connection', de: 'Neue Verbindung' },
  freshText: { en: 'Other integrations can use it too', de: 'Andere Integrationen können sie mitbenutzen' },
  which: { en: 'Which one', de: 'Welche' },
  name: { en: 'Name', de: 'Name' },
  unknown: { en: 'There is no connector of this name here', de: 'Einen Connector dieses Namens gibt es hier nicht' },
})

export function LoginDetailsScreen() {
  const t = useTexts(texts)
  const hand = useDraft(usePathParam('id'))
  const connectors = useConnectors()
  if (!hand.draft) return <NoDraft hand={hand} />
  const system = connectors.find(({ key }) => key === hand.draft!.connector)
  if (!system) return <EmptyState title={t.unknown()} />
  return <SignIn hand={{ ...hand, draft: hand.draft }} system={system} />
}

/** A connection that is there already, or a new one; either is tried before one goes on. */
function SignIn({ hand, system }: { hand: OpenDraft; system: ConnectorHere }) {
  const t = useTexts(texts)
  const { draft, keep, keepAside, change } = hand
  const project_id = useSession((value) => value.project!.id)
  const { data } = useQuery({
    queryKey: ['/connections', 'of', system.key],
    queryFn: ({ signal }) =>
      api.get('/connections', { perPage: 100, 'filter[connector]': system.key }, { signal, quiet: true }),
  })
  const known = data?.data ?? []
  const [kind, setKind] = useState(draft.connection_id ? 'existing' : 'new')
  const isExisting = kind === 'existing' && known.length > 0
  const chosen = isExisting ? (known.find(({ id }) => id === draft.connection_id) ?? known[0]) : undefined
  const typed = draft.data.sign_in
  const [secrets, setSecrets] = useState<Record<string, unknown>>({})
  const { label, way } = { label: '', way: directly, ...typed }
  const settings = { ...system.defaults, ...typed?.settings, ...secrets }
  const [verdict, setVerdict] = useState<Verdict>('waiting')
  const { errors, errorAt, send, busy } = useSubmit(notifyRest)
  const ofSettings = Object.fromEntries(
    Object.entries(errors).flatMap(([place, said]) =>
      place.startsWith('settings.') ? [[place.slice('settings.'.length), said]] : [],
    ),
  )
  const isSecret = (name: string) => (system.connector.secrets as readonly string[]).includes(name)
  /** Only what differs from what is seen: two fields filled at once, as password managers do, come before the page shows the first. */
  const type = (entered: { label?: string; way?: Way; settings?: Record<string, unknown> }) => {
    const changed = Object.entries(entered.settings ?? {}).filter(([name, value]) => value !== settings[name])
    const of = (secret: boolean) => Object.fromEntries(changed.filter(([name]) => isSecret(name) === secret))
    setSecrets((known) => ({ ...known, ...of(true) }))
    change((now) => ({
      ...now,
      sign_in: {
        label: entered.label ?? now.sign_in?.label ?? '',
        way: entered.way ?? now.sign_in?.way ?? directly,
        settings: { ...system.defaults, ...now.sign_in?.settings, ...of(false) },
      },
    }))
  }

  async function before() {
    if (chosen) {
      await keep({ connection_id: chosen.id })
      return true
    }
    let made: string | undefined
    await send(async () => {
      const body = {
        label,
        name: nameFrom(label),
        connector: system.key,
        project_id,
        ...way,
        settings: withoutUntyped(settings, system.connector.secrets),
      }
      made = (await api.post('/connections', body)).data.id
      await refresh('/connections')
      // From here on it is one that exists: whoever comes back does not make it a second time.
      change((data) => ({ ...data, sign_in: null }))
      await keep({ connection_id: made })
      setKind('existing')
    })
    return made !== undefined
  }
  return (
    <DraftStepPage
      hand={hand}
      current="loginDetails"
      heading={t.heading({ system: system.title })}
      text={t.text()}
      before={before}
      busy={busy}
      blocked={verdict === 'failed' || (!chosen && label.trim() === '')}
    >
      <div className={s['halves']}>
        <div className={s['fields']}>
          {known.length > 0 && (
            <fieldset className={s['ways']}>
              <legend>{t.connection()}</legend>
              <ChoiceCard
                name="kind"
                value="existing"
                checked={isExisting}
                onChange={setKind}
                title={t.existing()}
                text={known
                  .slice(0, 3)
                  .map((one) => one.label)
                  .join(', ')}
              />
              <ChoiceCard
                name="kind"
                value="new"
                checked={!isExisting}
                onChange={setKind}
                title={t.fresh()}
                text={t.freshText()}
              />
            </fieldset>
          )}
          {isExisting ? (
            <Select
              label={t.which()}
              allowDeselect={false}
              value={chosen!.id}
              onChange={(id) => id && keepAside({ connection_id: id })}
              data={known.map((one) => ({ value: one.id, label: one.label }))}
            />
          ) : (
            <>
              <TextInput
                label={t.name()}
                required
                value={label}
                error={errors['label']?.join(' ') ?? errors['name']?.join(' ')}
                onChange={(event) => type({ label: event.currentTarget.value })}
              />
              <Reached
                way={way}
                connector={system.connector}
                errorAt={errorAt}
                onChange={(chosen) => type({ way: chosen })}
              />
              <SettingsForm
                schema={system.connector.settings}
                labels={system.connector.labels.fields}
                value={settings}
                onChange={(entered) => type({ settings: entered })}
                errors={ofSettings}
                secrets={system.connector.secrets}
                paired
              />
            </>
          )}
        </div>
        <SignInTest
          key={chosen?.id ?? 'new'}
          system={system}
          stored={chosen?.id}
          settings={settings}
          way={way}
          onVerdict={setVerdict}
        />
      </div>
    </DraftStepPage>
  )
}
