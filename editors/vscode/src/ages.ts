// Says how long ago something was, how large it is and how many there are, in as few letters as a side bar has room for.

const UNITS: readonly (readonly [string, number])[] = [
  ["y", 365 * 86_400],
  ["mo", 30 * 86_400],
  ["d", 86_400],
  ["h", 3600],
  ["min", 60],
];

/** `3 d`, `2 mo`; `now` under a minute; empty for what is no time. */
export function age(at: string | null, now: number): string {
  const seconds = (now - Date.parse(at ?? "")) / 1000;
  if (Number.isNaN(seconds)) {
    return "";
  }
  const [unit, size] = UNITS.find((one) => seconds >= one[1]) ?? ["", 0];
  return unit === "" ? "now" : `${Math.floor(seconds / size)} ${unit}`;
}

/** `3 d ago`, for a sentence. */
export function ago(at: string | null, now: number): string {
  const short = age(at, now);
  return short === "" ? "at no known time" : short === "now" ? "just now" : `${short} ago`;
}

/** A time of the wire, on this machine's clock, to the minute. */
export function minute(at: string | null): string {
  const date = new Date(at ?? "");
  if (Number.isNaN(date.getTime())) {
    return "";
  }
  const two = (value: number): string => String(value).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

export function size(bytes: number): string {
  return bytes < 1024 ? `${bytes} B` : `${(bytes / 1024).toFixed(1)} KB`;
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
