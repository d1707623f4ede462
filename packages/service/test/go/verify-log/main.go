// Reads a public log from a folder by the packages that Go's checksum database uses, and checks all of it:
//
//	GO111MODULE=off GOPATH=/usr/share/gocode go run ./test/go/verify-log FOLDER KEY [OLDER]
//
// FOLDER is an exported tree (it contains log/checkpoint), KEY the text of a verifier key. The signature of the
// checkpoint, every tile, an inclusion proof of each entry and consistency proofs from older sizes must be right. With
// OLDER, another such folder, the tree that was signed there must be the beginning of this one.
package main

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const width = 256

type folder string

// address is the path of a tile or bundle in the form of C2SP tlog-tiles.
func address(level string, n int64, w int) string {
	groups := fmt.Sprintf("%03d", n%1000)
	for n >= 1000 {
		n /= 1000
		groups = fmt.Sprintf("x%03d/%s", n%1000, groups)
	}
	if w < width {
		groups += fmt.Sprintf(".p/%d", w)
	}
	return filepath.Join("log", "tile", level, groups)
}

func (f folder) Height() int { return 8 }

func (f folder) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	var all [][]byte
	for _, tile := range tiles {
		bytes, err := os.ReadFile(filepath.Join(string(f), address(strconv.Itoa(tile.L), tile.N, tile.W)))
		if err != nil {
			return nil, err
		}
		all = append(all, bytes)
	}
	return all, nil
}

func (f folder) SaveTiles([]tlog.Tile, [][]byte) {}

func (f folder) entries(size int64) ([][]byte, error) {
	var all [][]byte
	for n := int64(0); n*width < size; n++ {
		w := width
		if size-n*width < width {
			w = int(size - n*width)
		}
		bundle, err := os.ReadFile(filepath.Join(string(f), address("entries", n, w)))
		if err != nil {
			return nil, err
		}
		for len(bundle) > 0 {
			if len(bundle) < 2 || len(bundle) < 2+int(binary.BigEndian.Uint16(bundle)) {
				return nil, fmt.Errorf("bundle %d is cut off", n)
			}
			length := int(binary.BigEndian.Uint16(bundle))
			all = append(all, bundle[2:2+length])
			bundle = bundle[2+length:]
		}
	}
	if int64(len(all)) != size {
		return nil, fmt.Errorf("the bundles have %d entries, not %d", len(all), size)
	}
	return all, nil
}

func (f folder) checkpoint(key string) (tlog.Tree, error) {
	var none tlog.Tree
	verifier, err := note.NewVerifier(key)
	if err != nil {
		return none, err
	}
	message, err := os.ReadFile(filepath.Join(string(f), "log", "checkpoint"))
	if err != nil {
		return none, err
	}
	opened, err := note.Open(message, note.VerifierList(verifier))
	if err != nil {
		return none, err
	}
	lines := strings.Split(opened.Text, "\n")
	if len(lines) != 4 || lines[0] != verifier.Name() || lines[3] != "" {
		return none, fmt.Errorf("the checkpoint is not of %s", verifier.Name())
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		return none, err
	}
	root, err := tlog.ParseHash(lines[2])
	if err != nil {
		return none, err
	}
	if base64.StdEncoding.EncodeToString(root[:]) != lines[2] {
		return none, fmt.Errorf("the root is written in another way")
	}
	return tlog.Tree{N: size, Hash: root}, nil
}

// continues checks that the tree that was signed in an older folder is the beginning of this one.
func (f folder) continues(older folder, key string) error {
	tree, err := f.checkpoint(key)
	if err != nil {
		return err
	}
	before, err := older.checkpoint(key)
	if err != nil {
		return err
	}
	proof, err := tlog.ProveTree(tree.N, before.N, tlog.TileHashReader(tree, f))
	if err != nil {
		return err
	}
	return tlog.CheckTree(proof, tree.N, tree.Hash, before.N, before.Hash)
}

func verify(f folder, key string) (int64, error) {
	tree, err := f.checkpoint(key)
	if err != nil {
		return 0, err
	}
	size, root := tree.N, tree.Hash
	reader := tlog.TileHashReader(tree, f)
	entries, err := f.entries(size)
	if err != nil {
		return 0, err
	}
	for index, entry := range entries {
		proof, err := tlog.ProveRecord(size, int64(index), reader)
		if err != nil {
			return 0, fmt.Errorf("entry %d: %w", index, err)
		}
		if err := tlog.CheckRecord(proof, size, root, int64(index), tlog.RecordHash(entry)); err != nil {
			return 0, fmt.Errorf("entry %d: %w", index, err)
		}
	}
	for _, older := range []int64{1, 2, 3, 255, 256, 257, 511, 512, size - 1, size} {
		if older < 1 || older > size {
			continue
		}
		before, err := tlog.TreeHash(older, reader)
		if err != nil {
			return 0, err
		}
		proof, err := tlog.ProveTree(size, older, reader)
		if err != nil {
			return 0, fmt.Errorf("from %d entries: %w", older, err)
		}
		if err := tlog.CheckTree(proof, size, root, older, before); err != nil {
			return 0, fmt.Errorf("from %d entries: %w", older, err)
		}
	}
	return size, nil
}

func main() {
	if len(os.Args) != 3 && len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: verify-log FOLDER KEY [OLDER]")
		os.Exit(2)
	}
	size, err := verify(folder(os.Args[1]), os.Args[2])
	if err == nil && len(os.Args) == 4 {
		err = folder(os.Args[1]).continues(folder(os.Args[3]), os.Args[2])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Printf("%d entries are right\n", size)
}
