import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { Completion, CompletionContext, CompletionResult } from '@weft/kit/ui/code-editor.tsx'
import { currentLanguage } from '@weft/kit/ui/language.ts'
import { textsIn } from '@weft/kit/ui/texts.ts'
import { fieldsIn, statementAt, tablesIn, type QueryField, type QueryTable } from './sql-text.ts'

const texts = defineMessages({
  values: {
    en: '{count, plural, one {One value} other {# values}}: {values}',
    de: '{count, plural, one {Ein Wert} other {# Werte}}: {values}',
  },
  relation: { en: 'Key of {table}', de: 'Schlüssel von {table}' },
  key: { en: 'Key', de: 'Schlüssel' },
  fields: {
    en: '{count, plural, one {# field} other {# fields}}',
    de: '{count, plural, one {# Feld} other {# Felder}}',
  },
})

export type Engine = 'postgres' | 'mysql'

/** What the words after the caret's place can be, the likeliest first; one source for each tenant's kind of database. */
export function sqlCompletion(tables: readonly QueryTable[], engine: Engine) {
  return (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/[\p{L}\p{N}_$]*/u)!
    const whole = context.state.doc.toString()
    const { text, from } = statementAt(whole, context.pos)
    const before = whole.slice(from, word.from)
    if (isText(before) || /(?<!:):$/.test(before)) return null
    const owner = /([\p{L}_][\p{L}\p{N}_$]*)\.$/u.exec(before)?.[1]
    if (owner === undefined && word.from === word.to && !context.explicit) return null
    const options = owner === undefined ? anything(text, before, tables, engine) : ownFields(text, owner, tables)
    return options.length === 0 ? null : { from: word.from, options, validFor: /^[\p{L}\p{N}_$]*$/u }
  }
}

/** Whether a place is inside a text or a comment. */
function isText(before: string) {
  const rest = before.replaceAll(/'(?:[^']|'')*'|--[^\n]*\n|\/\*[\s\S]*?\*\//g, '')
  return /'|--|\/\*/.test(rest)
}

function ownFields(text: string, owner: string, tables: readonly QueryTable[]): Completion[] {
  const known = fieldsIn(text, tables, owner)
  const fields =
    known.length > 0 ? known.map(({ field }) => field) : (tables.find(({ name }) => name === owner)?.fields ?? [])
  return fields.map((field, i) => fieldOption(field, 50 - i / 10))
}

function anything(text: string, before: string, tables: readonly QueryTable[], engine: Engine): Completion[] {
  if (/(?:\bfrom|\bjoin)\s+$/i.test(before) || /\bfrom\s+[\w\s,]*,\s*$/i.test(before))
    return tables.map((one) => tableOption(one, 0))
  const seen = new Set<string>()
  const fields = fieldsIn(text, tables).flatMap(({ field }) => {
    if (seen.has(field.name)) return []
    seen.add(field.name)
    return [fieldOption(field, 40)]
  })
  const aliases = tablesIn(text).flatMap(({ table, alias }) =>
    alias === table ? [] : [{ label: alias, detail: table, type: 'variable', boost: 30 }],
  )
  return [
    ...fields,
    ...aliases,
    ...tables.map((one) => tableOption(one, 10)),
    ...functions[engine].map((label) => ({ label, detail: '()', type: 'function', apply: `${label}(`, boost: 0 })),
    ...keywords.map((label) => ({ label, type: 'keyword', boost: -10 })),
  ]
}

function fieldOption(field: QueryField, boost: number): Completion {
  const says = aboutField(field)
  return {
    label: field.name,
    detail: field.relation ?? field.type,
    type: 'property',
    boost,
    ...(says !== '' && { info: () => paragraph(says) }),
  }
}

const tableOption = ({ name, label, fields }: QueryTable, boost: number): Completion => ({
  label: name,
  detail: textsIn(texts, currentLanguage()).fields({ count: fields.length }),
  type: 'type',
  boost,
  ...(label !== name && { info: () => paragraph(label) }),
})

/** What is known of a field, in sentences. */
export function aboutField({ name, label, isKey, relation, values }: QueryField): string {
  const t = textsIn(texts, currentLanguage())
  const sentences = [
    label === name ? '' : label,
    isKey ? t.key() : '',
    relation ? t.relation({ table: relation }) : '',
    values && values.length > 0 ? t.values({ count: values.length, values: values.slice(0, 12).join(', ') }) : '',
  ].filter(Boolean)
  return sentences.length === 0 ? '' : `${sentences.join('. ')}.`
}

function paragraph(text: string) {
  const made = document.createElement('p')
  made.textContent = text
  made.style.margin = '0'
  return made
}

const keywords =
  'select,from,where,and,or,not,in,is,null,like,between,exists,as,on,join,left join,inner join,group by,order by,having,limit,offset,union,union all,distinct,case,when,then,else,end,with,asc,desc,true,false,over,partition by'.split(
    ',',
  )
const everywhere =
  'count,sum,avg,min,max,coalesce,nullif,round,abs,ceil,floor,lower,upper,trim,length,substring,replace,concat,cast,extract,greatest,least,row_number,rank,lag,lead,first_value,last_value'.split(
    ',',
  )
const functions: Record<Engine, readonly string[]> = {
  postgres: [
    ...everywhere,
    ...'date_trunc,to_char,now,age,string_agg,array_agg,split_part,regexp_replace,jsonb_array_elements,jsonb_path_query,generate_series,percentile_cont,unnest'.split(
      ',',
    ),
  ],
  mysql: [
    ...everywhere,
    ...'date_format,now,curdate,date_add,date_sub,datediff,year,month,group_concat,if,ifnull,json_extract,json_value,regexp_replace,str_to_date'.split(
      ',',
    ),
  ],
}
