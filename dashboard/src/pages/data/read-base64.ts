// Reads a file as the API takes one.

export const MAX_MEGABYTES = 24;

export function tooLarge({ size }: File): boolean {
  return size > MAX_MEGABYTES * 1024 ** 2;
}

export function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      const address = String(reader.result);
      resolve(address.slice(address.indexOf(",") + 1));
    };
    reader.onerror = () => reject(new Error("The file cannot be read."));
    reader.readAsDataURL(file);
  });
}
