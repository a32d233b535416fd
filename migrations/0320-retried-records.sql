-- How a refused record came to its step: by an input, or (null) the step, a source, had read it itself. And whose retry it is, so that the
-- one it came from counts as resolved only when nothing of it was refused again; null in a job of retries: that cannot be told.
alter table record_errors
  add column port text,
  add column retry_of uuid;
