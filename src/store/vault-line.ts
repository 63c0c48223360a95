// Puts a line for the vault file into the outbox.

export const ADD_VAULT_LINE =
  "INSERT INTO file_outbox (tenant, file, item_id, line) VALUES (?, 'vault', ?, ?)";
