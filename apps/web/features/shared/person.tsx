export type PersonData = { id: string; first_name: string; last_name: string; email: string; phone: string }

/** Somebody to turn to: name, address, telephone. */
export const Person = ({ person }: { person: PersonData }) => (
  <span style={{ display: 'grid' }}>
    {[person.first_name, person.last_name].filter(Boolean).join(' ') || person.email}
    <a href={`mailto:${person.email}`}>{person.email}</a>
    {person.phone && <a href={`tel:${person.phone}`}>{person.phone}</a>}
  </span>
)
