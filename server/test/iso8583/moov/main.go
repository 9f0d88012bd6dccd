// Writes and reads messages with moov-io/iso8583, one JSON line each; see ../exchange.ts.
//
// The specifications are written here from the documentation of moov-io/iso8583, not from our tables.
package main

import (
	"encoding/hex"
	"encoding/json"
	"log"
	"os"
	"strconv"

	"github.com/moov-io/iso8583"
	"github.com/moov-io/iso8583/encoding"
	"github.com/moov-io/iso8583/field"
	"github.com/moov-io/iso8583/prefix"
)

type given struct {
	Dialect string            `json:"dialect"`
	MTI     string            `json:"mti"`
	Fields  map[string]string `json:"fields"`
	Bytes   string            `json:"bytes"`
}

type returned struct {
	Bytes  string            `json:"bytes"`
	MTI    string            `json:"mti"`
	Fields map[string]string `json:"fields"`
}

// A way to write digits, characters, bytes and lengths.
type style struct {
	bitmap, mti, digits, oddDigits, bytes encoding.Encoder
	lengths                               prefix.Prefixers
	// The chip data of an ASCII dialect is text in hexadecimal, whose length counts characters.
	hasTextInField55 bool
}

var styles = map[string]style{
	"iso87-ascii": {
		bitmap: encoding.BytesToASCIIHex, mti: encoding.ASCII, digits: encoding.ASCII, oddDigits: encoding.ASCII,
		bytes: encoding.BytesToASCIIHex, lengths: prefix.ASCII, hasTextInField55: true,
	},
	"iso87-ascii-binary-bitmap": {
		bitmap: encoding.Binary, mti: encoding.ASCII, digits: encoding.ASCII, oddDigits: encoding.ASCII,
		bytes: encoding.BytesToASCIIHex, lengths: prefix.ASCII, hasTextInField55: true,
	},
	"iso87-binary": {
		bitmap: encoding.Binary, mti: encoding.BCD, digits: encoding.BCD, oddDigits: encoding.LBCD,
		bytes: encoding.Binary, lengths: prefix.BCD,
	},
}

var (
	digits = map[int]int{3: 6, 4: 12, 6: 12, 7: 10, 10: 8, 11: 6, 12: 6, 13: 4, 14: 4, 18: 4, 19: 3, 22: 3, 25: 2, 70: 3, 73: 6, 90: 42}
	// Up to this many digits after a length.
	someDigits = map[int]int{2: 19, 32: 11}
	characters = map[int]int{37: 12, 38: 6, 39: 2, 41: 8, 42: 15, 43: 40, 49: 3, 51: 3, 91: 1, 95: 42}
	// Up to this many characters after a length of two digits, and of three.
	llCharacters  = map[int]int{44: 25, 101: 17}
	lllCharacters = map[int]int{48: 999, 54: 120, 60: 999, 63: 999, 127: 999}
	eightBytes    = []int{52, 64, 128}
)

func specOf(s style) *iso8583.MessageSpec {
	fields := map[int]field.Field{
		0: field.NewString(&field.Spec{Length: 4, Enc: s.mti, Pref: s.lengths.Fixed}),
		// A length of 16 would always write both bitmaps.
		1: field.NewBitmap(&field.Spec{Length: 8, Enc: s.bitmap, Pref: prefix.Binary.Fixed}),
		// The track as text; packed ones are compared with another codec.
		35: field.NewString(&field.Spec{Length: 37, Enc: encoding.ASCII, Pref: s.lengths.LL}),
		28: field.NewString(&field.Spec{Length: 9, Enc: encoding.ASCII, Pref: s.lengths.Fixed}),
	}
	for number, length := range digits {
		fields[number] = field.NewString(&field.Spec{Length: length, Enc: s.digits, Pref: s.lengths.Fixed})
	}
	for number, length := range someDigits {
		fields[number] = field.NewString(&field.Spec{Length: length, Enc: s.oddDigits, Pref: s.lengths.LL})
	}
	for number, length := range characters {
		fields[number] = field.NewString(&field.Spec{Length: length, Enc: encoding.ASCII, Pref: s.lengths.Fixed})
	}
	for number, length := range llCharacters {
		fields[number] = field.NewString(&field.Spec{Length: length, Enc: encoding.ASCII, Pref: s.lengths.LL})
	}
	for number, length := range lllCharacters {
		fields[number] = field.NewString(&field.Spec{Length: length, Enc: encoding.ASCII, Pref: s.lengths.LLL})
	}
	for _, number := range eightBytes {
		fields[number] = field.NewHex(&field.Spec{Length: 8, Enc: s.bytes, Pref: prefix.Binary.Fixed})
	}
	if s.hasTextInField55 {
		fields[55] = field.NewString(&field.Spec{Length: 999, Enc: encoding.ASCII, Pref: s.lengths.LLL})
	} else {
		fields[55] = field.NewHex(&field.Spec{Length: 255, Enc: s.bytes, Pref: s.lengths.LLL})
	}
	return &iso8583.MessageSpec{Fields: fields}
}

func main() {
	log.SetFlags(0)
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for in.More() {
		var message given
		check(in.Decode(&message))
		spec := specOf(styles[message.Dialect])
		mti, fields := read(spec, message.Bytes)
		check(out.Encode(returned{Bytes: write(spec, message), MTI: mti, Fields: fields}))
	}
}

func write(spec *iso8583.MessageSpec, message given) string {
	written := iso8583.NewMessage(spec)
	written.MTI(message.MTI)
	for number, value := range message.Fields {
		if _, isBytes := spec.Fields[numberOf(number)].(*field.Hex); isBytes {
			bytes, err := hex.DecodeString(value)
			check(err)
			value = string(bytes)
		}
		check(written.Field(numberOf(number), value))
	}
	bytes, err := written.Pack()
	check(err)
	return hex.EncodeToString(bytes)
}

func read(spec *iso8583.MessageSpec, given string) (string, map[string]string) {
	bytes, err := hex.DecodeString(given)
	check(err)
	message := iso8583.NewMessage(spec)
	check(message.Unpack(bytes))
	mti, err := message.GetMTI()
	check(err)
	fields := map[string]string{}
	for number := range message.GetFields() {
		if number < 2 { // the type and the bitmap
			continue
		}
		fields[strconv.Itoa(number)], err = message.GetString(number)
		check(err)
	}
	return mti, fields
}

func numberOf(text string) int {
	number, err := strconv.Atoi(text)
	check(err)
	return number
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
