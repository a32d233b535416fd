import { SegmentedControl } from '@mantine/core'
import { mappingDefinition, type MappingDefinition, type MappingProblem } from '@weft/kit/define/mapping.ts'
import type { Transformer } from '@weft/kit/define/transformer.ts'
import { formulaTransformer } from '@weft/kit/formula/transformer.ts'
import { mergeMapping } from '@weft/kit/mapping-text/merge.ts'
import { printMapping } from '@weft/kit/mapping-text/print.ts'
import { parseMappingText, type TextProblem } from '@weft/kit/mapping-text/read.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { CodeEditor, type CodeProblem } from '@weft/kit/ui/code-editor.tsx'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useMemo, useState, type ComponentProps } from 'react'
import { codeOffers, type CodeGround } from './code-complete.ts'
import s from './code-mode.module.css'
import { problemLines } from './problem-lines.ts'
import { rowsOf, type MappedStructure, type Row } from './rows.ts'

const texts = defineMessages({
  way: { en: 'Which code', de: 'Welcher Code' },
  mapping: { en: 'Mapping', de: 'Mapping' },
  written: { en: 'Function', de: 'Funktion' },
  note: {
    en: 'The mapping as text. What you write here is drawn, and what you draw is written here.',
    de: 'Das Mapping als Text. Was Sie hier schreiben, wird gezeichnet, und was Sie zeichnen, steht hier.',
  },
  unfinished: {
    en: 'This text is no mapping yet, so the drawing stays as it was: line {line}: {problem}',
    de: 'Dieser Text ist noch kein Mapping, deshalb bleibt die Zeichnung, wie sie war: Zeile {line}: {problem}',
  },
  writtenNote: {
    en: 'The function the worker runs for every record, written from the mapping. It cannot be edited here.',
    de: 'Die Funktion, die der Worker für jeden Datensatz ausführt, aus dem Mapping geschrieben. Sie lässt sich hier nicht bearbeiten.',
  },
  text: { en: 'Text of the mapping', de: 'Text des Mappings' },
  code: { en: 'Code of the mapping', de: 'Code des Mappings' },
})

export type CodeModeProps = {
  definition: MappingDefinition
  /** What was written: `now` where the definition came of it or it is none yet, `before` where somebody drew on since. */
  written: { now: string | undefined; before: string | undefined }
  source: MappedStructure
  target: MappedStructure
  transformers: readonly Transformer[]
  problems: readonly MappingProblem[]
  readOnly: boolean
  /** A new text and the mapping it is, if it is one. */
  onWrite(text: string, definition: MappingDefinition | undefined): void
  onSave(): void
  /** The function the mapping becomes. */
  code(): string
}

/** The mapping as text with names, which can be edited, and the function it becomes. */
export function CodeMode({
  definition,
  written,
  source,
  target,
  transformers,
  problems,
  readOnly,
  onWrite,
  onSave,
  code,
}: CodeModeProps) {
  const t = useTexts(texts)
  const language = useLanguage()
  const [way, setWay] = useState<'mapping' | 'written'>('mapping')
  const known = useMemo<CodeGround>(
    () => ({
      sources: rowsOf(source),
      targets: rowsOf(target),
      transformers: [...transformers, formulaTransformer],
      language,
    }),
    [source, target, transformers, language],
  )
  const ground = useMemo(() => groundOf(known), [known])
  const text = useMemo(() => {
    if (written.now !== undefined) return written.now
    const merged = written.before === undefined ? undefined : mergeMapping(written.before, definition, ground)
    // What somebody wrote may repeat parts of itself, which then cannot be changed one by one.
    const isTrue = merged !== undefined && same(parseMappingText(merged, ground, definition).definition, definition)
    return isTrue ? merged : printMapping(definition, ground)
  }, [written.now, written.before, definition, ground])
  const read = useMemo(() => parseMappingText(text, ground, definition), [text, ground, definition])
  const marks = useMemo(() => {
    const told = (one: TextProblem): CodeProblem => ({ ...one, message: say(one.message, language) })
    const own = read.problems.map(told)
    const lines = new Set(own.map(({ line }) => line))
    const checked = read.definition ? problemLines(problems, definition, read.lineOf, language) : []
    return [...own, ...checked.filter(({ line }) => !lines.has(line))]
  }, [read, problems, definition, language])
  const [first] = read.definition ? [] : read.problems

  return (
    <div className={s['code']}>
      <div className={s['head']}>
        <SegmentedControl
          size="xs"
          aria-label={t.way()}
          data={[
            { value: 'mapping', label: t.mapping() },
            { value: 'written', label: t.written() },
          ]}
          value={way}
          onChange={setWay}
        />
        <p role={first ? 'status' : undefined} data-wrong={first ? true : undefined}>
          {way === 'written'
            ? t.writtenNote()
            : first
              ? t.unfinished({ line: first.line, problem: say(first.message, language) })
              : t.note()}
        </p>
      </div>
      {way === 'mapping' ? (
        <CodeEditor
          key="mapping"
          value={text}
          language="yaml"
          label={t.text()}
          readOnly={readOnly}
          onChange={(next) => onWrite(next, parseMappingText(next, ground, definition).definition)}
          onSave={onSave}
          problems={marks}
          complete={completion(known)}
        />
      ) : (
        <CodeEditor key="written" value={code()} language="ts" label={t.code()} readOnly />
      )}
    </div>
  )
}

/** What is drawn has its parts in an order of its own. */
const same = (read: MappingDefinition | undefined, drawn: MappingDefinition) =>
  JSON.stringify(read) === JSON.stringify(mappingDefinition.safeParse(drawn).data)

const groundOf = ({ sources, targets, transformers }: CodeGround) => ({
  sources: pathsOf(sources),
  targets: pathsOf(targets),
  transformers: transformers.map(({ key }) => key),
})
const pathsOf = (rows: readonly Row[]) => new Map(rows.map(({ id, full_name }) => [id, full_name]))

/** Offers what fits at the cursor: asked for, or once something is typed or a place for a value begins. */
const completion =
  (ground: CodeGround): ComponentProps<typeof CodeEditor>['complete'] =>
  (context) => {
    const before = context.state.sliceDoc(0, context.pos)
    const found = codeOffers(before, context.state.doc.toString(), ground)
    if (!found || (found.typed === 0 && !context.explicit && !/[:[,]\s+$/.test(before))) return null
    return { from: context.pos - found.typed, options: found.offers, validFor: /^[\p{L}\p{N}_.]*$/u }
  }
