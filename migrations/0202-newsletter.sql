-- Who gets the newsletter, and who has said that he does not want any.
create table newsletter_subscribers (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  name text not null default '',
  language text not null default 'de' check (language in ('en', 'de')),
  -- Pending: the link in the mail has not been followed yet.
  status text not null default 'pending' check (status in ('pending', 'subscribed', 'unsubscribed')),
  source text not null default 'admin' check (source in ('admin', 'page', 'mail')),
  asked_at timestamptz,
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index newsletter_subscribers_email_key on newsletter_subscribers (lower(email));
call weft_protect('newsletter_subscribers', 'provider');
call weft_audited('newsletter_subscribers');

-- A newsletter: what it says in each language and to whom it goes.
create table newsletter_campaigns (
  id uuid primary key default gen_random_uuid(),
  label text not null,
  audience text not null default 'subscribers' check (audience in ('subscribers', 'partners', 'tenants', 'users')),
  subject_en text not null default '',
  body_en text not null default '',
  subject_de text not null default '',
  body_de text not null default '',
  status text not null default 'draft' check (status in ('draft', 'sending', 'sent', 'cancelled')),
  started_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
call weft_protect('newsletter_campaigns', 'provider');
call weft_audited('newsletter_campaigns');

-- One mail of a newsletter. `sending` is written before the mail server hears of it: what is found so after a crash may have arrived
-- and is never sent once more.
create table newsletter_deliveries (
  campaign_id uuid not null references newsletter_campaigns (id) on delete cascade,
  email text not null,
  name text not null default '',
  language text not null,
  status text not null default 'waiting' check (status in ('waiting', 'sending', 'sent', 'kept', 'failed', 'unsure', 'cancelled')),
  error text,
  claimed_at timestamptz,
  done_at timestamptz,
  primary key (campaign_id, email)
);
create index on newsletter_deliveries (campaign_id) where status = 'waiting';
create index on newsletter_deliveries (claimed_at) where status = 'sending';
call weft_protect('newsletter_deliveries', 'provider');
